import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "@jest/globals";
import { pruneRawPayloads } from "../../activities/sync/receipts/prune-raw-payloads.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { KEEP_NOTE, noteFeature } from "../factories/sync/features/note-feature.ts";
import { settleAll } from "../factories/sync/receipts/old-receipts.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const DAY = 86_400;

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em, [noteFeature().feature]);

beforeEach(async () => {
  await moveClock(ownerUrl, 1_000 * DAY);
  await em.fork().execute("update deferred_operation set state = 'DONE'");
  while ((await pruneRawPayloads(em)).full);
  await moveClock(ownerUrl, 0);
});

const read = async (statement: string) => em.fork().execute<Record<string, unknown>[]>(statement);
const payloads = async () => (await read("select batch_id from sync_request")).length;

test("raw requests are kept 90 days, and no longer", async () => {
  const scope = await buildScope(em);
  await submit(deps, scope, [queued(KEEP_NOTE, { text: "a" })]);
  await moveClock(ownerUrl, 90 * DAY - 60);
  await submit(deps, scope, [queued(KEEP_NOTE, { text: "b" })]);
  expect(await pruneRawPayloads(em)).toEqual({ prunedCount: 0, full: false });
  await moveClock(ownerUrl, 90 * DAY + 60);
  expect(await pruneRawPayloads(em)).toEqual({ prunedCount: 1, full: false });
  expect(await payloads()).toBe(1);
});

test("raw requests are pruned slice by slice; two concurrent prunes take different ones", async () => {
  await read(`insert into sync_request (batch_id, body, received_at)
    select uuidv7(), '', clock_now() from generate_series(1, 2100)`);
  await moveClock(ownerUrl, 91 * DAY);
  const slices = await Promise.all([pruneRawPayloads(em), pruneRawPayloads(em)]);
  expect(slices.map(({ prunedCount, full }) => [prunedCount, full])).toEqual([
    [1_000, true],
    [1_000, true],
  ]);
  expect(await pruneRawPayloads(em)).toEqual({ prunedCount: 100, full: false });
  expect(await payloads()).toBe(0);
});

test("the oldest raw requests are found by their key", async () => {
  const plan = await em.fork().transactional(async (tx) => {
    await tx.execute("set local enable_seqscan = off");
    return await tx.execute(
      `explain select batch_id from sync_request where batch_id < ? order by batch_id limit 1000`,
      [randomUUID()],
    );
  });
  expect(JSON.stringify(plan)).toContain("sync_request_pkey");
});

test("the envelope of a deferred operation is pruned as well, but not while it is still to be retried", async () => {
  const scope = await buildScope(em);
  const crashing = () => queued(KEEP_NOTE, { text: "secret text", fault: "decide" });
  const [tried, waiting] = [crashing(), crashing()];
  await submit(deps, scope, [tried, waiting]);
  await settleAll(em);
  await em
    .fork()
    .execute("update deferred_operation set state = 'QUARANTINED' where client_operation_id = ?", [
      tried.clientOperationId,
    ]);
  await moveClock(ownerUrl, 90 * DAY - 60);
  expect((await pruneRawPayloads(em)).prunedCount).toBe(0);
  await moveClock(ownerUrl, 90 * DAY + 60);
  expect((await pruneRawPayloads(em)).prunedCount).toBe(2);
  const kept = await read(
    "select client_operation_id as id, envelope, state from deferred_operation",
  );
  const byId = Map.groupBy(kept, ({ id }) => id);
  expect(byId.get(tried.clientOperationId)).toMatchObject([{ state: "QUARANTINED", envelope: "" }]);
  expect(byId.get(waiting.clientOperationId)?.[0]?.["envelope"]).toContain("secret text");
});
