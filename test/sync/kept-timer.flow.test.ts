import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { eventually } from "../factories/eventually.ts";
import { settlementDeps, settleOf } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { wakeBriefly } from "../factories/outbox/wake-briefly.ts";
import { openWorkerStage } from "../factories/workers/worker-stage.ts";

const stage = await openWorkerStage();
const { em, client, taskQueue } = stage;
afterAll(() => stage.close());
const admission = admissionDeps(em);

const handleOf = ({ deviceId }: BuiltScope) => client.workflow.getHandle(deviceActorId(deviceId));

test("a wake-up that does not change the deadline starts no new timer", async () => {
  const scope = await buildScope(em);
  const { habit, meal } = scope.agenda;
  await submit(admission, scope, [queued("quick-log.complete-task", { taskId: habit.id })]);
  await settleOf(settlementDeps(em), scope.deviceId);
  // The next operation must not move the deadline, whatever the time of day.
  await sql`update agenda_day set undo_closes_at = undo_closes_at + interval '1 hour'
    where undo_device_id = ${scope.deviceId}`.execute(em.fork().getKysely());
  const first = await wake(scope);
  let last = first;
  expect(await timersOf(scope)).toEqual({ started: 1, cancelled: 0 });
  for (const { id: itemId } of meal.items.slice(0, 2)) {
    await submit(admission, scope, [
      queued("quick-log.complete-item", { taskId: meal.id, itemId }),
    ]);
    last = await wake(scope, last);
  }
  expect(last.tried.settlements).toBeGreaterThan(first.tried.settlements);
  expect(last.waiting).toEqual(first.waiting);
  expect(await timersOf(scope)).toEqual({ started: 1, cancelled: 0 });
});

test("a deadline that moves starts a new timer", async () => {
  const scope = await buildScope(em);
  const { habit } = scope.agenda;
  await submit(admission, scope, [queued("quick-log.complete-task", { taskId: habit.id })]);
  const first = await wake(scope);
  await sql`update agenda_day set undo_closes_at = undo_closes_at - interval '1 hour'
    where undo_device_id = ${scope.deviceId}`.execute(em.fork().getKysely());
  const moved = await wake(scope, first);
  expect(Date.parse(moved.until ?? "")).toBeLessThan(Date.parse(first.until ?? "") - 50 * 60_000);
  expect(await timersOf(scope)).toEqual({ started: 2, cancelled: 1 });
});

/** Settles as the lane does, wakes the actor and waits until it has settled too. */
async function wake(scope: BuiltScope, before?: AgendaView): Promise<AgendaView> {
  await settleOf(settlementDeps(em), scope.deviceId);
  await wakeBriefly(client, {
    workflowType: "deviceActor",
    workflowId: deviceActorId(scope.deviceId),
    reason: "DeviceDueSooner",
    taskQueue,
    bounds: { lingerMs: 60_000, events: 700 },
  });
  return await eventually(
    () => handleOf(scope).query<AgendaView>("agenda"),
    ({ waitingFor, tried }) =>
      waitingFor === "UNDO_WINDOW" && tried.settlements > (before?.tried.settlements ?? 0),
  );
}

/** Number of started timers, and how many of them were cancelled. */
async function timersOf(scope: BuiltScope) {
  const { events } = await handleOf(scope).fetchHistory();
  const all = events ?? [];
  return {
    started: all.filter((event) => event.timerStartedEventAttributes).length,
    cancelled: all.filter((event) => event.timerCanceledEventAttributes).length,
  };
}
