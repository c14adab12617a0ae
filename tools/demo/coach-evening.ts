import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { resolveTask } from "../../activities/inbox/acts/resolve-task.ts";
import { reviewSource } from "../../activities/inbox/acts/review-source.ts";
import { SOURCES } from "../../contract/inbox/source-vocabulary.ts";
import { UNRESOLVED_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import type { DemoHouse } from "./demo-house.ts";
import type { DemoCoach } from "./demo-people.ts";

/** The coach handles every open row of the inbox: reviews its source, or answers it. */
export async function clearInbox(house: DemoHouse, coach: DemoCoach): Promise<void> {
  const { workspaceId, userId: byUserId } = coach;
  const tasks = await house.em
    .fork()
    .find(CoachTask, { workspaceId, status: { $in: [...UNRESOLVED_STATUSES] } });
  for (const { id: taskId } of tasks) {
    // An act for the same client a moment ago may have closed this task.
    const task = await house.em.fork().findOneOrFail(CoachTask, taskId);
    if (task.closedAt !== null) continue;
    const acting = { workspaceId, taskId, byUserId, expectedRevision: null, requestId: "demo" };
    await transact(house.em, (tx) => actOnTask(tx, acting, actFor(task)));
  }
  await house.deliver();
}

function actFor({ sourceKind }: CoachTask) {
  if (SOURCES[sourceKind].reviewedAs !== null) return reviewSource({ note: null });
  const isAnswered = sourceKind === "CHECK_IN" || sourceKind === "MESSAGE";
  return resolveTask({
    resolutionType: isAnswered ? "HANDLED_OUTSIDE_APP" : "NOT_RELEVANT",
    note: "Sorted out by phone.",
    linkedActionId: null,
  });
}
