import { beforeAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { composeAdmission } from "../../activities/sync/admission/compose-admission.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { newId } from "../../db/platform/new-id.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { type QueryExecutor, executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { onPacket } from "../../db/platform/pipeline/on-packet.ts";
import { lockAdmission } from "../../db/sync/admission/lock-admission.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { createLedger, ledgerFeature, PAY } from "../factories/sync/features/ledger-feature.ts";
import { blind, laterTask } from "../factories/quick-log/later-task.ts";
import {
  createNoteTable,
  KEEP_NOTE,
  noteFeature,
} from "../factories/sync/features/note-feature.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submission,
  submit,
} from "../factories/sync/sync.ts";
import { receiptsOfBatches } from "../factories/sync/receipts/stored-receipts.ts";
import { withCopy } from "../factories/sync/features/with-copy.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { pipelinesOf } from "../harness/record-pipelines.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);
beforeAll(async () => {
  await createNoteTable(ownerUrl);
  await createLedger(ownerUrl);
});

describe("a batch takes a fixed number of statements and of pipelines", () => {
  const batch = (scope: BuiltScope, size: number) =>
    Array.from({ length: size }, (_, minute) => drink(scope, minute + 1));

  test("for one operation and for fifty: reads behind BEGIN, writes with the commit", async () => {
    const [one, many] = [await buildScope(em), await buildScope(em)];
    await submit(deps, one, [drink(one, 0)]);
    await submit(deps, many, [drink(many, 0)]);
    const first = await pipelinesOf(() => submit(deps, one, batch(one, 1)));
    const fifty = await pipelinesOf(() => submit(deps, many, batch(many, 50)));
    expect(fifty).toEqual(first);
    expect(first.map((pipeline) => pipeline.length)).toEqual([6, 4]);
    expect(first.at(-1)?.at(-1)).toBe("commit");
  });

  test("for today's operations too, even on a day that is not open yet", async () => {
    const scope = await buildScope(em);
    const { id } = await laterTask(em, scope, 1);
    const { habit, meal } = scope.agenda;
    const today = [
      queued("today.complete", { taskId: habit.id }),
      blind("today.skip", { taskId: meal.id, reason: "BUSY" }),
      blind("today.complete", { taskId: id }),
    ];
    const pipelines = await pipelinesOf(() => submit(deps, scope, today));
    expect(pipelines).toHaveLength(2);
    const unopened = await pipelinesOf(() => submit(deps, scope, today.slice(2)));
    expect(unopened.map((pipeline) => pipeline.length)).toEqual([6, 1]);
    expect(unopened.flat()).toContain("rollback");
  });

  test("with one statement more for imports, however many they are", async () => {
    const anImport = ({ agenda: { localDate } }: BuiltScope, value: number) =>
      queued("quick-log.import-value", {
        metricKind: "STEPS",
        localDate,
        value,
        unit: "steps",
        sourceType: "APPLE_HEALTH",
        sourceDevice: "Watch",
        windowStart: `${localDate}T00:00:00.000Z`,
        windowEnd: new Date(Date.parse(`${localDate}T00:00:00.000Z`) + value).toISOString(),
        userEntered: false,
      });
    const [one, many] = [await buildScope(em), await buildScope(em)];
    for (const scope of [one, many]) await submit(deps, scope, [anImport(scope, 1)]);
    const first = await pipelinesOf(() => submit(deps, one, [anImport(one, 2)]));
    const values = Array.from({ length: 50 }, (_, index) => anImport(many, index + 2));
    expect(await pipelinesOf(() => submit(deps, many, values))).toEqual(first);
    expect(first.map((pipeline) => pipeline.length)).toEqual([8, 4]);
  });

  test("with one pipeline more for an undo, and another for the values that it undoes", async () => {
    const scope = await buildScope(em);
    const drunk = drink(scope, 1);
    await submit(deps, scope, [drunk]);
    const undo = queued("quick-log.undo", {
      taskId: scope.agenda.water.id,
      undoesClientOperationId: drunk.clientOperationId,
    });
    const pipelines = await pipelinesOf(() => submit(deps, scope, [undo]));
    expect(pipelines).toHaveLength(4);
  });
});

describe("the pure checks of a batch", () => {
  test("run before any query: checksum, hygiene, schema", async () => {
    const scope = await buildScope(em);
    const wrong = { payloadChecksum: `sha-256:${"0".repeat(64)}` };
    const signed = "https://cdn.example.com/x.mp4?X-Amz-Signature=secretsignature";
    let sent = 0;
    const stop = onPacket((packet) => void (sent += packet.length));
    /** Number of queries sent when each check of a payload ran. */
    const sentBy: number[] = [];
    const watched = (operation: Operation): Operation => {
      const ownKeys = (payload: Operation["payload"]) => {
        sentBy.push(sent);
        return Reflect.ownKeys(payload);
      };
      return { ...operation, payload: new Proxy(operation.payload, { ownKeys }) };
    };
    const operations = [
      { ...queued(KEEP_NOTE, { text: "checksum" }), ...wrong },
      queued(KEEP_NOTE, { text: signed }),
      queued(KEEP_NOTE, { text: "schema", stranger: 1 }),
      queued(KEEP_NOTE, { text: "fine" }),
    ].map(watched);
    const request = submission(scope, operations);
    sentBy.splice(0);
    sent = 0;
    const notes = admissionDeps(em, [noteFeature().feature]);
    const { results } = await composeAdmission(notes)(request);
    stop();
    expect(sent).toBeGreaterThan(0);
    expect(results.map(({ status, rejectionCode }) => rejectionCode ?? status)).toEqual([
      "CHECKSUM_MISMATCH",
      "PAYLOAD_FORBIDDEN_CONTENT",
      "PAYLOAD_INVALID",
      "ACCEPTED",
    ]);
    expect(sentBy.length).toBeGreaterThanOrEqual(operations.length);
    expect(sentBy).toEqual(sentBy.map(() => 0));
  });
});

describe("a batch that was answered before", () => {
  test("is answered while another session locks the scope, because it takes no lock", async () => {
    const scope = await buildScope(em);
    const operation = complete(scope);
    const { results } = await submit(deps, scope, [operation]);
    await transact(em, async (tx) => {
      await lockAdmission(executorOf(tx), scope);
      const replayed = await submit(deps, scope, [operation]);
      expect(replayed.results).toEqual([{ ...results[0], status: "ALREADY_ACCEPTED" }]);
    });
  });

  test("writes nothing: its transaction has no number", async () => {
    const scope = await buildScope(em);
    const operation = complete(scope);
    await submit(deps, scope, [operation]);
    const numberOf = async (executor: QueryExecutor) => {
      const { rows } = await sql<{ number: string | null }>`
        select pg_current_xact_id_if_assigned()::text as number`.execute(executor);
      return rows[0]?.number;
    };
    const send = (batch: readonly Operation[]) =>
      composeAdmission(deps)({ ...submission(scope, batch), readWithin: numberOf });
    const replayed = await send([operation]);
    const admitted = await send([drink(scope, 1)]);
    expect([replayed.extra, admitted.extra]).toEqual([null, expect.any(String)]);
  });

  test("needs no prefetch in the process that answered it, and gets the same answer from any other", async () => {
    const scope = await buildScope(em);
    const operation = complete(scope);
    const own = admissionDeps(em);
    await submit(own, scope, [operation]);
    const here = await pipelinesOf(() => submit(own, scope, [operation]));
    expect(here.map((pipeline) => pipeline.length)).toEqual([4, 1]);
    const [one, other] = [own, admissionDeps(em)].map((side) => submit(side, scope, [operation]));
    expect((await one)?.results).toEqual((await other)?.results);
  });

  test("is decided under the locks if new operations follow", async () => {
    const scope = await buildScope(em);
    const [known, fresh] = [complete(scope), drink(scope, 1)];
    await submit(deps, scope, [known]);
    const { results } = await submit(deps, scope, [known, fresh]);
    expect(results.map(({ status }) => status)).toEqual(["ALREADY_ACCEPTED", "ACCEPTED"]);
    expect(await countsOf(scope)).toMatchObject({ receipts: 2 });
  });
});

describe("a feature of two tables", () => {
  const ledger = ledgerFeature();
  const pay = (accountId: string, amount: number) => queued(PAY, { accountId, amount });
  const pays = () => admissionDeps(em, [ledger, ...operationFeatures]);

  async function openAccount({ relationshipId }: BuiltScope): Promise<string> {
    const id = newId();
    await sql`insert into test_account values (${id}, ${relationshipId}, 0, 1)`.execute(
      em.fork().getKysely(),
    );
    return id;
  }

  test("shares its pipelines with another feature", async () => {
    const scope = await buildScope(em);
    const [mine, another] = [await openAccount(scope), await openAccount(await buildScope(em))];
    const batch = [pay(mine, 5), complete(scope), pay(mine, 5), pay(mine, 7), pay(another, 5)];
    let statuses: readonly string[] = [];
    const pipelines = await pipelinesOf(async () => {
      const { results } = await submit(pays(), scope, batch);
      statuses = results.map(({ status }) => status);
    });
    expect(statuses).toEqual(["ACCEPTED", "ACCEPTED", "REJECTED", "ACCEPTED", "REJECTED"]);
    expect(pipelines).toHaveLength(2);
    const { rows } = await sql<{ balance: number; payments: number }>`
      select balance, (select count(*)::int from test_payment where account_id = ${mine}) as payments
      from test_account where id = ${mine}`.execute(em.fork().getKysely());
    expect(rows).toEqual([{ balance: 12, payments: 2 }]);
  });

  test("that writes fewer rows than planned has only its own operations deferred", async () => {
    const scope = await buildScope(em);
    const account = await openAccount(scope);
    const stale = withCopy(ledger, (copy) => ({
      ...copy,
      writes() {
        const { statements, ...writes } = copy.writes();
        const [update] = statements;
        // As if the account had been changed in between.
        return { ...writes, statements: update === undefined ? [] : [update, update] };
      },
    }));
    const { results } = await submit(admissionDeps(em, [stale, ...operationFeatures]), scope, [
      pay(account, 5),
      complete(scope),
    ]);
    expect(results.map(({ status, rejectionCode }) => rejectionCode ?? status)).toEqual([
      "TEMPORARILY_UNPROCESSED",
      "ACCEPTED",
    ]);
  });
});

async function countsOf({ relationshipId, deviceId }: BuiltScope) {
  const { rows } = await sql<{ receipts: number; chain: number; notes: number }>`
    select (select count(*) from ${receiptsOfBatches} known where relationship_id = ${relationshipId})::int as receipts,
      (select chain_seq from device where id = ${deviceId})::int as chain,
      (select count(*) from test_note where relationship_id = ${relationshipId})::int as notes
  `.execute(em.fork().getKysely());
  const [counts] = rows;
  if (counts === undefined) throw new Error("The count returned no row");
  return counts;
}

describe("a fault at any statement of a batch", () => {
  const features = () => admissionDeps(em, [noteFeature().feature]);
  const batch = (): Operation[] => ["a", "b", "c"].map((text) => queued(KEEP_NOTE, { text }));

  test.each(["22012", "40P01"])(
    "(%s) stores all of it or nothing, and sent again it is stored once",
    async (code) => {
      const probe = await buildScope(em);
      const { sent } = await recordStatements(() => submit(features(), probe, batch()));
      for (const place of sent.keys()) {
        const scope = await buildScope(em);
        const operations = batch();
        await failAt(place, code, () => submit(features(), scope, operations));
        const { receipts, chain, notes } = await countsOf(scope);
        expect({ place, chain, notes }).toEqual({ place, chain: receipts, notes: receipts });
        await submit(features(), scope, operations);
        expect(await countsOf(scope)).toEqual({ receipts: 3, chain: 3, notes: 3 });
      }
    },
  );
});

/** Makes the statement at an index fail in the database, and ignores the outcome. */
async function failAt(place: number, code: string, work: () => Promise<unknown>): Promise<void> {
  const raising = `do 'begin raise exception using errcode = ''${code}''; end'`;
  let sent = 0;
  const stop = onPacket((packet) => {
    if (sent <= place && place < sent + packet.length)
      packet[place - sent] = { name: null, text: raising, values: [] };
    sent += packet.length;
  });
  try {
    await work().catch(() => undefined);
  } finally {
    stop();
  }
}

function complete({ agenda }: BuiltScope) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id });
}

function drink({ agenda }: BuiltScope, minute: number) {
  return queued("quick-log.record-value", {
    taskId: agenda.water.id,
    metricKind: "WATER",
    value: 250,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
  });
}
