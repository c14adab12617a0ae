import { afterEach, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { quickLogSettlement } from "../../activities/quick-log/quick-log-settlement.ts";
import { settleLane } from "../../activities/sync/settlement/settle-lane.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { lockScope } from "../factories/db/lock-scope.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl, superuserUrl } = await useOrm(await useOwnDatabase());
const admission = admissionDeps(em);
const deps = settlementDeps(em);
afterEach(async () => {
  await moveClock(ownerUrl, 0);
  await run(sql`update sync_batch set status = 'SETTLED' where status = 'ADMITTED'`);
});

const complete = (taskId: string) => queued("quick-log.complete-task", { taskId });
/** A batch whose one operation is refused, without consequences. */
const submitRefused = (scope: BuiltScope) => submit(admission, scope, [complete(scope.deviceId)]);
/** Runs a lane as its actor does: until a call says that no time ended it. */
async function lane(settlement = deps, retryNow = false) {
  let agenda = await settleLane(settlement, { lane: "0", runId: newId(), retryNow });
  for (let calls = 1; agenda.more === true && calls < 50; calls += 1)
    agenda = await settleLane(settlement, { lane: "0", runId: newId() });
  return agenda;
}

const SETTLED = [{ status: "SETTLED" }];

test("a batch that always fails with a code of a database failure does not delay the others", async () => {
  const [bad, other] = [await buildScope(em), await buildScope(em)];
  await submitRefused(bad);
  await submitRefused(other);
  const broken = failingFor(bad, (tx) =>
    sql`do $$ begin raise exception 'planted' using errcode = '53200'; end $$`.execute(
      tx.getKysely(),
    ),
  );
  await lane(broken);
  expect(await statuses(other)).toEqual(SETTLED);
  expect(
    await run(sql`select failure_code as code, next_settle_at > clock_now() as later
      from sync_batch where relationship_id = ${bad.relationshipId}`),
  ).toEqual([{ code: "SQLSTATE_53200", later: true }]);
});

test("a bad batch among forty is found by bisection: the others settle without a failure", async () => {
  const [bad, other] = [await buildScope(em), await buildScope(em)];
  for (let n = 0; n < 20; n += 1) await submitRefused(other);
  await submitRefused(bad);
  for (let n = 0; n < 19; n += 1) await submitRefused(other);
  await lane(failingFor(bad, () => Promise.reject(new RangeError("planted"))));
  expect(
    await run(sql`select status, settle_attempts as attempts, count(*)::int as n from sync_batch
      where relationship_id = any(${[bad.relationshipId, other.relationshipId]}::uuid[])
      group by 1, 2 order by 1`),
  ).toEqual([
    { status: "ADMITTED", attempts: 1, n: 1 },
    { status: "SETTLED", attempts: 0, n: 39 },
  ]);
});

test("a failed batch that is locked does not delay other failed batches", async () => {
  const [locked, other] = [await buildScope(em), await buildScope(em)];
  for (let n = 0; n < 45; n += 1) await submitRefused(locked);
  await submitRefused(other);
  await run(sql`update sync_batch set settle_attempts = 1 where status = 'ADMITTED'`);
  const release = await lockScope(superuserUrl, locked.relationshipId);
  await lane();
  expect(await statuses(other)).toEqual(SETTLED);
  await release();
  await lane();
  expect(await statuses(locked)).toEqual(SETTLED);
});

test("a batch that failed once comes before those that failed often, however many are due", async () => {
  const [bad, other] = [await buildScope(em), await buildScope(em)];
  for (let n = 0; n < 60; n += 1) await submitRefused(bad);
  await run(sql`update sync_batch set settle_attempts = 9,
    next_settle_at = clock_now() - interval '1 hour' where status = 'ADMITTED'`);
  await submitRefused(other);
  await run(sql`update sync_batch set settle_attempts = 1
    where relationship_id = ${other.relationshipId}`);
  await lane(failingFor(bad, () => Promise.reject(new RangeError("planted"))));
  expect(await statuses(other)).toEqual(SETTLED);
});

test("an operator's retry continues until all batches were tried, call after call", async () => {
  const scope = await buildScope(em);
  for (let n = 0; n < 90; n += 1) await submitRefused(scope);
  await run(sql`update sync_batch set settle_attempts = 3,
    next_settle_at = clock_now() + interval '200 s' where status = 'ADMITTED'`);
  const agenda = await lane(deps, true);
  expect(agenda).toMatchObject({ more: false, count: 0 });
  expect(await statuses(scope)).toEqual(SETTLED);
});

test("taps wake no device's actor, however many days they are of", async () => {
  const scope = await buildScope(em);
  const { habit, meal, supplement } = scope.agenda;
  for (const taskId of [habit.id, meal.id, supplement.id]) {
    await submit(admission, scope, [queued("quick-log.skip", { taskId, reason: "BUSY" })]);
    await lane();
  }
  expect(
    await run(sql`select 1 from outbox where consumer = 'device-actor'
    and subject_id = ${scope.deviceId}`),
  ).toEqual([]);
  const workflowId = deviceActorId(scope.deviceId);
  expect(await run(sql`select 1 from actor where workflow_id = ${workflowId}`)).toEqual([]);
});

async function run(statement: ReturnType<typeof sql<Record<string, unknown>>>) {
  return (await statement.execute(em.fork().getKysely())).rows;
}

function statuses({ relationshipId }: BuiltScope) {
  return run(sql`select distinct status from sync_batch where relationship_id = ${relationshipId}`);
}

/** Settlement that fails with every slice in which the scope has a batch. */
function failingFor({ relationshipId }: BuiltScope, fail: (tx: Tx) => Promise<unknown>) {
  return settlementDeps(em, [
    {
      ...quickLogSettlement,
      async settle(tx, slice) {
        if (slice.batches.some((batch) => batch.relationshipId === relationshipId)) await fail(tx);
        return await quickLogSettlement.settle(tx, slice);
      },
    },
  ]);
}
