import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { AgendaView } from "../../workflows/actor-state.ts";
import { eventually } from "../factories/eventually.ts";
import { laneIdOf } from "../factories/sync/lane-of.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { wakeBriefly } from "../factories/outbox/wake-briefly.ts";
import { openWorkerStage } from "../factories/workers/worker-stage.ts";
import { MOST_LANES } from "../../rules/sync/lane-share.ts";

// With this many lanes the days of one test seldom share a lane with those of the other.
const stage = await openWorkerStage({ lanes: MOST_LANES });
const { em, client, taskQueue } = stage;
afterAll(() => stage.close());
const admission = admissionDeps(em);

const handleOf = (scope: BuiltScope) => client.workflow.getHandle(laneIdOf(scope, MOST_LANES));
const moveEnd = ({ relationshipId }: BuiltScope, hours: number) =>
  sql`update agenda_day set undo_closes_at = undo_closes_at + make_interval(hours => ${hours})
    where relationship_id = ${relationshipId} and undo_closes_at is not null`.execute(
    em.fork().getKysely(),
  );

test("a wake-up of a lane that does not change its next deadline starts no new timer", async () => {
  const scope = await buildScope(em);
  const { habit, meal } = scope.agenda;
  await submit(admission, scope, [queued("quick-log.complete-task", { taskId: habit.id })]);
  const begun = await wake(scope);
  // The next operation must not move the deadline, whatever the time of day.
  await moveEnd(scope, 1);
  const first = await wake(scope, begun);
  const before = await timersOf(scope);
  let last = first;
  for (const { id: itemId } of meal.items.slice(0, 2)) {
    await submit(admission, scope, [
      queued("quick-log.complete-item", { taskId: meal.id, itemId }),
    ]);
    last = await wake(scope, last);
  }
  expect(last.tried.settlements).toBeGreaterThan(first.tried.settlements);
  expect(last.until).not.toBeNull();
  expect(await timersOf(scope)).toEqual(before);
});

test("a deadline of a lane that moves starts a new timer", async () => {
  const scope = await buildScope(em);
  const { habit } = scope.agenda;
  await submit(admission, scope, [queued("quick-log.complete-task", { taskId: habit.id })]);
  const first = await wake(scope);
  const { started, cancelled } = await timersOf(scope);
  await moveEnd(scope, -1);
  const moved = await wake(scope, first);
  expect(Date.parse(moved.until ?? "")).toBeLessThan(Date.parse(first.until ?? "") - 50 * 60_000);
  expect(await timersOf(scope)).toEqual({ started: started + 1, cancelled: cancelled + 1 });
});

/** Wakes the lane as the relay does, and waits until it has settled and waits for the end of undo. */
async function wake(scope: BuiltScope, before?: AgendaView): Promise<AgendaView> {
  await wakeBriefly(client, {
    workflowType: "settlementActor",
    workflowId: laneIdOf(scope, MOST_LANES),
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

/** Number of started timers, and how many of them were cancelled. */
async function timersOf(scope: BuiltScope) {
  const { events } = await handleOf(scope).fetchHistory();
  const all = events ?? [];
  return {
    started: all.filter((event) => event.timerStartedEventAttributes).length,
    cancelled: all.filter((event) => event.timerCanceledEventAttributes).length,
  };
}
