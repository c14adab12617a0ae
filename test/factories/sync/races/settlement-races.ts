import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@jest/globals";
import { sql } from "kysely";
import { triesFollowWorkspace } from "../../../../activities/sync/retry/tries-follow-relationship.ts";
import { settleDevice } from "../../../../activities/sync/settlement/settle-device.ts";
import { settleSlice } from "../../../../activities/sync/settlement/settle-slice.ts";
import { newId } from "../../../../db/platform/new-id.ts";
import type { DueBatch } from "../../../../db/sync/settlement/find-due-batches.ts";
import { appendEvents } from "../../../../db/outbox/append-events.ts";
import { batchOf } from "../../../../db/platform/statements/receipt-range.ts";
import { clockNow, firstRow, transact } from "../../../../db/platform/transactions/transact.ts";
import { deviceActorId } from "../../../../rules/sync/device-actor-id.ts";
import { at } from "../model/terms.ts";
import { NOTE_TYPE, type Stage, type World } from "../model/world.ts";
import { aDeviceEvent } from "../../outbox/outbox-rows.ts";
import { send, sips } from "./race-ground.ts";
import { queued } from "../sync.ts";

/** Two calls of lanes that found the same batches, as while the number of lanes changes. */
export async function twoLanes(stage: Stage, round: number): Promise<void> {
  const world = await stage.open();
  const { waterId, earlierId } = at(world.scopes, 0);
  await send(stage, world, { phone: 0, operations: sips(waterId, [1, 2, 3]) });
  await send(stage, world, {
    phone: 1,
    operations: [queued("quick-log.skip", { taskId: earlierId, reason: "PAIN_OR_INJURY" })],
  });
  await send(stage, world, { phone: 3, operations: sips(at(world.scopes, 1).waterId, [1, 2]) });
  const batches = await admittedOf(stage, world);
  expect(batches).toHaveLength(3);
  const settlers = [0, 1].map((lane) => ({ lane, runId: newId() }));
  const results = await Promise.all(
    settlers.map((settler) =>
      transact(stage.em, (tx) =>
        settleSlice(tx, {
          batches,
          settler,
          settlements: stage.settlement.settlements,
          // One call waits for the locks of the other, or both, or neither.
          waits: round % 3 === 0 || round % 3 === settler.lane + 1,
        }),
      ),
    ),
  );
  const settled = results.flatMap((slice) => slice.settled);
  expect(settled.toSorted()).toEqual(batches.map(({ batchId }) => batchId).toSorted());
  const found = await effectsOf(stage, world);
  expect(found).toMatchObject({ admitted: 0, counted: 6, astray: 0, attentions: 1 });
  const byRun = settlers.map(({ runId }, index) => [runId, results[index]?.settled.length ?? 0]);
  expect(found.runs).toEqual(Object.fromEntries(byRun.filter(([, count]) => count !== 0)));
}

const NEVER = "9999-12-31T00:00:00Z";

/**
 * A workspace is reinstated and makes the retries of a device due, while the device's actor settles, finds a retry
 * tomorrow, and waits for that. The device may be due already, because of another wake-up.
 */
export async function lowered(stage: Stage, round: number): Promise<void> {
  const world = await stage.open();
  const { workspaceId } = at(world.scopes, 0);
  const deviceId = at(at(world.phones, 0).deviceIds, 0);
  let dormantUntil: string | null = null;
  const settle = async () => {
    dormantUntil = (await settleDevice(stage.settlement, { deviceId })).dueAt;
  };
  stage.rule.broken = true;
  try {
    const note = queued(NOTE_TYPE, { text: `note ${round}`, fault: "decide" });
    await send(stage, world, { phone: 0, operations: [note] });
    await putOff(stage, deviceId);
    if (round % 3 !== 0) await settle();
    if (round % 3 === 2) await notifyActor(stage, deviceId);
    const before = await dueOf(stage, deviceId);
    const reinstate = () =>
      transact(stage.em, async (tx) => {
        const change = { workspaceId, now: await clockNow(tx), requestId: null };
        await triesFollowWorkspace.reinstated?.(tx, change);
      });
    const later = async (act: () => Promise<unknown>) => {
      await sleep((round * 7) % 20);
      await act();
    };
    await Promise.all(
      round % 2 === 0 ? [reinstate(), later(settle)] : [settle(), later(reinstate)],
    );
    const after = await dueOf(stage, deviceId);
    const nextTryAt = Date.parse(after.nextTryAt ?? NEVER);
    // Its row makes the sweep find it in time, and the actor knew its deadline or was woken.
    expect(after.dueAt?.getTime()).toBeLessThanOrEqual(nextTryAt);
    const isTold = before.dueAt !== null && before.dueAt.getTime() <= nextTryAt;
    if (Date.parse(dormantUntil ?? NEVER) > nextTryAt && !isTold)
      expect(after.timesTold).toBe(before.timesTold + 1);
  } finally {
    stage.rule.broken = false;
  }
}

/** Postpones the retries of a device by a day. */
async function putOff({ em }: Stage, deviceId: string): Promise<void> {
  await sql`update deferred_operation set next_attempt_at = next_attempt_at + interval '1 day'
    where device_id = ${deviceId} and state = 'OPEN'`.execute(em.fork().getKysely());
}

/** Wakes the device's actor for an event without work. */
async function notifyActor({ em }: Stage, deviceId: string): Promise<void> {
  await transact(em, async (tx) => {
    await appendEvents(tx, [aDeviceEvent(deviceId)], { now: await clockNow(tx), requestId: null });
  });
}

/** When a device's actor and its next retry are due, and how often it was woken for an earlier time. */
async function dueOf({ em }: Stage, deviceId: string) {
  const key = deviceActorId(deviceId);
  const { rows } = await sql<{
    dueAt: string | null;
    nextTryAt: string | null;
    timesTold: number;
  }>`
    select (select to_json(due_at) #>> '{}' from actor where workflow_id = ${key}) as "dueAt",
      (select to_json(min(next_attempt_at)) #>> '{}' from deferred_operation
        where device_id = ${deviceId} and state = 'OPEN') as "nextTryAt",
      (select count(*)::int from outbox where consumer = 'device-actor' and key = ${key}
        and type = 'DeviceDueSooner') as "timesTold"
  `.execute(em.fork().getKysely());
  const { dueAt, ...others } = firstRow(rows);
  return { dueAt: dueAt === null ? null : new Date(dueAt), ...others };
}

/** Everything of a world that waits for its lane, as a lane finds it. */
async function admittedOf({ em }: Stage, { scopes }: World): Promise<readonly DueBatch[]> {
  const { rows } = await sql<DueBatch>`
    select id as "batchId", relationship_id as "relationshipId", 0 as "lateByMs", false as orphaned,
      trace_context as "traceContext"
    from sync_batch where status = 'ADMITTED' and relationship_id = any(${idsOf(scopes)}::uuid[])
    order by id
  `.execute(em.fork().getKysely());
  return rows;
}

/** The effects of settlements on a world, and how many batches each run settled. */
async function effectsOf({ em }: Stage, { scopes }: World) {
  const ids = idsOf(scopes);
  const { rows } = await sql<Record<string, number> & { runs: Record<string, number> }>`
    select
      (select count(*)::int from sync_batch where relationship_id = any(${ids}::uuid[])
        and status = 'ADMITTED') as admitted,
      (select count(*)::int from quick_log_operation q
        join sync_batch b on b.id = ${batchOf("q.receipt_id")} and b.status = 'SETTLED'
        where q.status = 'ACCEPTED' and q.relationship_id = any(${ids}::uuid[])) as counted,
      (select count(*)::int from agenda_day d where relationship_id = any(${ids}::uuid[])
        and (undo_closes_at is null or (completed_count, skipped_count) <> (
          select count(*) filter (where status = 'COMPLETED'), count(*) filter (where status = 'SKIPPED')
          from agenda_task t where t.relationship_id = d.relationship_id and t.local_date = d.local_date))
        ) as astray,
      (select count(*)::int from outbox where consumer = 'event-feed' and type = 'ClientSkipNeedsAttention'
        and refs ->> 'relationshipId' = any(${ids}::text[])) as attentions,
      (select jsonb_object_agg(settled_run, n) from (
        select settled_run, count(*)::int as n from sync_batch
        where relationship_id = any(${ids}::uuid[]) group by settled_run) by_run) as runs
  `.execute(em.fork().getKysely());
  return firstRow(rows);
}

function idsOf(scopes: World["scopes"]): readonly string[] {
  return scopes.map(({ relationshipId }) => relationshipId);
}
