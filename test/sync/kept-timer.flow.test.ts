import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { eventually } from "../factories/eventually.ts";
import { admissionDeps, buildScope, queued, submit, type BuiltScope } from "../factories/sync.ts";
import { wakeBriefly } from "../factories/wake-briefly.ts";
import { openWorkerStage } from "../factories/worker-stage.ts";

const stage = await openWorkerStage();
const { em, client, taskQueue } = stage;
afterAll(() => stage.close());
const admission = admissionDeps(em);

const handleOf = ({ deviceId }: BuiltScope) => client.workflow.getHandle(deviceActorId(deviceId));

/** Wakes the actor and waits until it has settled for it. */
async function wake(scope: BuiltScope, before?: AgendaView): Promise<AgendaView> {
  await wakeBriefly(client, {
    workflowType: "deviceActor",
    workflowId: deviceActorId(scope.deviceId),
    reason: "SyncBatchAdmitted",
    taskQueue,
    bounds: { lingerMs: 60_000, events: 700 },
  });
  return await eventually(
    () => handleOf(scope).query<AgendaView>("agenda"),
    ({ waitingFor, tried }) =>
      waitingFor === "UNDO_WINDOW" && tried.settlements > (before?.tried.settlements ?? 0),
  );
}

/** How many timers were started, and how many of them cancelled. */
async function timersOf(scope: BuiltScope) {
  const { events } = await handleOf(scope).fetchHistory();
  const all = events ?? [];
  return {
    started: all.filter((event) => event.timerStartedEventAttributes).length,
    cancelled: all.filter((event) => event.timerCanceledEventAttributes).length,
  };
}

test("a wake-up that leaves the deadline as it was starts no timer anew", async () => {
  const scope = await buildScope(em);
  const { habit, meal } = scope.agenda;
  await submit(admission, scope, [queued("quick-log.complete-task", { taskId: habit.id })]);
  const first = await wake(scope);
  let last = first;
  expect(await timersOf(scope)).toEqual({ started: 1, cancelled: 0 });
  for (const { id: itemId } of meal.items.slice(0, 2)) {
    await submit(admission, scope, [
      queued("quick-log.complete-item", { taskId: meal.id, itemId }),
    ]);
    last = await wake(scope, last);
  }
  expect(last.waiting?.UNDO_WINDOW).toBeGreaterThan(first.waiting?.UNDO_WINDOW ?? 0);
  expect(await timersOf(scope)).toEqual({ started: 1, cancelled: 0 });
});

test("a deadline that moves has its timer set anew", async () => {
  const scope = await buildScope(em);
  const { habit, meal } = scope.agenda;
  await submit(admission, scope, [queued("quick-log.complete-task", { taskId: habit.id })]);
  const first = await wake(scope);
  await sql`update quick_log_operation set undo_until = undo_until - interval '1 hour'
    where device_id = ${scope.deviceId}`.execute(em.fork().getKysely());
  const [item] = meal.items;
  await submit(admission, scope, [
    queued("quick-log.complete-item", { taskId: meal.id, itemId: item?.id }),
  ]);
  const moved = await wake(scope, first);
  expect(Date.parse(moved.until ?? "")).toBeLessThan(Date.parse(first.until ?? "") - 50 * 60_000);
  expect(await timersOf(scope)).toEqual({ started: 2, cancelled: 1 });
});
