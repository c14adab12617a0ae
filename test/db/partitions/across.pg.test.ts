import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { keepPartitions } from "../../../activities/sync/receipts/keep-partitions.ts";
import { pruneRawPayloads } from "../../../activities/sync/receipts/prune-raw-payloads.ts";
import { composeAdmission } from "../../../activities/sync/admission/compose-admission.ts";
import { FULL_RECEIPT_DAYS } from "../../../contract/sync/vocabulary.ts";
import { addPartition, PARTITIONED_TABLES } from "../../../db/platform/partitions/partitions.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { eraseRequests } from "../../../db/sync/receipts/erase-payloads.ts";
import { eraseAnswers } from "../../../db/sync/receipts/erase-receipts.ts";
import { explainStatement, nodesOf } from "../../factories/db/explain.ts";
import { scansOf } from "../../factories/db/scans-of.ts";
import { moveClock } from "../../factories/db/move-clock.ts";
import {
  buildReceipts,
  pruneAll,
  readChain,
  settleAll,
} from "../../factories/sync/receipts/old-receipts.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submission,
  submit,
} from "../../factories/sync/sync.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { recordStatements, type SentStatement } from "../../harness/record-statements.ts";
import { useClient } from "../../harness/use-client.ts";
import { useOrm } from "../../harness/use-orm.ts";

const DAY = 86_400;
/** Instants in different partitions of both tables. */
const INSTANTS = [0, 150, 300].map((days) => days * DAY);

const { em, ownerUrl, superuserUrl } = await useOrm(await useOwnDatabase(), { poolSize: 16 });
const superuser = await useClient(superuserUrl);
const owner = await useClient(ownerUrl);
const deps = admissionDeps(em);

beforeAll(async () => {
  for (const at of INSTANTS) {
    await moveClock(ownerUrl, at);
    for (const table of PARTITIONED_TABLES)
      while ((await transact(em, (tx) => addPartition(tx, table))) !== null);
  }
  await moveClock(ownerUrl, 0);
});
afterEach(() => moveClock(ownerUrl, 0));

const unknownTask = () => queued("quick-log.complete-task", { taskId: randomUUID() });

/** A device with two receipts in each of several partitions. */
async function buildSpread(): Promise<BuiltScope> {
  const scope = await buildScope(em);
  for (const at of INSTANTS) {
    await moveClock(ownerUrl, at);
    await buildReceipts(em, scope, 2);
  }
  return scope;
}

/** Names of the partitions that have rows of a device. */
async function partitionsOf(table: string, deviceId: string): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct pg_class.relname as name from ${table} t join pg_class on pg_class.oid = t.tableoid
       join sync_batch batch on batch.id = t.batch_id where batch.device_id = $1 order by 1`,
    [deviceId],
  );
  return rows.map(({ name }) => name);
}

describe("A device whose batches are in several partitions", () => {
  test("has one chain, which is read and verified across them", async () => {
    const { deviceId } = await buildSpread();
    expect(await partitionsOf("sync_answers", deviceId)).toHaveLength(3);
    expect(await partitionsOf("sync_request", deviceId)).toHaveLength(3);
    const { faults, seqs } = await readChain(em, deviceId);
    expect(faults).toEqual([]);
    expect(seqs).toHaveLength(6);
  });

  test("is erased in all of them, and others stay", async () => {
    const [erased, other] = [await buildSpread(), await buildSpread()];
    const counts = await transact(em, async (tx) => [
      await eraseRequests(tx, erased.clientUserId, 1_000),
      await eraseAnswers(tx, erased.clientUserId, 1_000),
    ]);
    expect(counts).toEqual([3, 3]);
    for (const table of ["sync_request", "sync_answers"]) {
      expect(await partitionsOf(table, erased.deviceId)).toEqual([]);
      expect(await partitionsOf(table, other.deviceId)).toHaveLength(3);
    }
  });

  test("loses its raw payloads by age, the oldest first, in whichever partition they are", async () => {
    const { deviceId } = await buildSpread();
    await moveClock(ownerUrl, 240 * DAY + 60);
    while ((await pruneRawPayloads(em)).full);
    expect(await partitionsOf("sync_request", deviceId)).toHaveLength(1);
  });
});

describe("Statements of the hot path touch one partition:", () => {
  test("a batch of fifty reads the answers of a replay, and writes its own", async () => {
    await moveClock(ownerUrl, 150 * DAY);
    const scope = await buildScope(em);
    const batch = Array.from({ length: 50 }, unknownTask);
    const { sent } = await recordStatements(() => submit(deps, scope, batch));
    const again = await recordStatements(() =>
      composeAdmission(deps)(submission(scope, batch.slice(0, 49))),
    );
    const [read] = again.sent.filter(({ text }) => text.includes("answers_of"));
    if (read === undefined) throw new Error("The answers were not read");
    const scans = await scansOf(superuser, read, "sync_answers");
    expect(Object.entries(scans)).toEqual([
      [expect.stringMatching(/^sync_answers_\d{4}_\d\d$/), 1],
    ]);
    // A new batch prepares no partition.
    const plan = await explainStatement(superuser, read);
    expect(
      nodesOf(plan).filter((node) => node["Relation Name"]?.startsWith("sync_answers") === true),
    ).toEqual([]);
    const written = await owner.query<{ name: string }>(
      `select tableoid::regclass::text as name from sync_request
       union all select tableoid::regclass::text from sync_answers order by 1`,
    );
    expect(new Set(written.rows.map(({ name }) => name)).size).toBeGreaterThanOrEqual(2);
    expect(sent.filter(({ text }) => text.includes("insert into sync_request"))).toHaveLength(1);
  });

  test("a page of receipts reads only the partitions of its batches", async () => {
    const { deviceId } = await buildSpread();
    const { sent } = await recordStatements(() => readChain(em, deviceId));
    for (const names of await touchedBy(sent)) expect(names.length).toBeLessThanOrEqual(3);
  });

  /** Partitions of answers that each statement really read; a statement without any is left out. */
  async function touchedBy(sent: readonly SentStatement[]): Promise<readonly string[][]> {
    const touched: string[][] = [];
    for (const statement of sent.filter(({ text }) =>
      /from sync_answers|join sync_answers/.test(text),
    )) {
      const nodes = nodesOf(await explainStatement(superuser, statement));
      const names = nodes.flatMap((node) =>
        node["Actual Loops"] > 0 ? [node["Relation Name"] ?? ""] : [],
      );
      const answers = [...new Set(names.filter((name) => name.startsWith("sync_answers")))];
      if (answers.length > 0) touched.push(answers);
    }
    return touched;
  }
});

test("batches that are admitted while partitions come and go are all stored, each in its place", async () => {
  const scopes = await Promise.all(Array.from({ length: 6 }, () => buildScope(em)));
  const over = new AbortController();
  const accepted = new Map<string, number>();
  const admitting = scopes.map(async (scope) => {
    while (!over.signal.aborted) {
      const { results } = await submit(deps, scope, [unknownTask(), unknownTask()]);
      expect(results).toHaveLength(2);
      accepted.set(scope.deviceId, (accepted.get(scope.deviceId) ?? 0) + 2);
    }
  });
  const names = ["sync_request_2300_01", "sync_answers_2300_01"];
  for (let turn = 0; turn < 15; turn += 1) {
    for (const name of names) {
      const parent = name.slice(0, -8);
      await patiently(`select create_partition('${parent}', '2300-01-01')`);
      await patiently(`drop table partitions.${name}`);
    }
  }
  over.abort();
  await Promise.all(admitting);
  await settleAll(em);
  for (const { deviceId } of scopes) {
    const { faults, seqs } = await readChain(em, deviceId);
    expect(faults).toEqual([]);
    expect(seqs).toHaveLength(accepted.get(deviceId) ?? 0);
  }
  const { rows } = await owner.query(
    "select sum(misplaced)::int as misplaced from partition_health()",
  );
  expect(rows).toEqual([{ misplaced: 0 }]);
});

// Last, because it drops partitions that the others use.
test("The chain of a device verifies while partitions are dropped behind it, and what an audit cites stays full", async () => {
  const scope = await buildSpread();
  const { receipts } = await readChain(em, scope.deviceId);
  await owner.query(
    `insert into support_access_audit (id, kind, receipt_id, actor, role, reason, request_id, created_at)
     values (gen_random_uuid(), 'RECEIPTS', $1, 'identity:x', 'support', 'on call', 'test', now())`,
    [receipts.at(-1)?.receiptId],
  );
  await moveClock(ownerUrl, FULL_RECEIPT_DAYS * DAY + 60);
  expect((await keepPartitions(em)).dropped).not.toContain("sync_answers_first");
  await pruneAll(em);
  expect(await partitionsOf("sync_answers", scope.deviceId)).toHaveLength(2);
  // Once the whole first partition is old.
  await moveClock(ownerUrl, (FULL_RECEIPT_DAYS + 130) * DAY);
  await pruneAll(em);
  expect((await keepPartitions(em)).dropped).toContain("sync_answers_first");
  const left = await readChain(em, scope.deviceId);
  expect(left.faults).toEqual([]);
  expect(left.receipts.map(({ receiptId }) => receiptId)).toContain(receipts.at(-1)?.receiptId);
});

/** Runs a statement of the owner until it gets its locks within 200 ms. */
async function patiently(statement: string): Promise<void> {
  await owner.query("set lock_timeout = '200ms'");
  for (;;) {
    try {
      await owner.query(statement);
      return;
    } catch (error) {
      expect(error).toMatchObject({ code: "55P03" });
    }
  }
}
