import { inboxTaskActor } from "../../../contract/inbox/inbox-task-actor.ts";
import type { QueryExecutor } from "../../../db/platform/pipeline/pipeline.ts";
import { lockTasks } from "../../../db/inbox/lock-tasks.ts";
import { findClientState } from "../../../db/inbox/inbox-rows.ts";
import { listActorDues } from "../../../db/outbox/actor-rows.ts";
import type {
  AdmissionScope,
  NamedOperation,
  OperationFeature,
  ReadyOperation,
} from "../../sync/operation-feature.ts";
import { loadKnown } from "../acts/load-known.ts";
import type { Actor } from "../acts/task-act.ts";
import { inboxCopy, type LoadedInbox } from "./inbox-copy.ts";
import { type InboxIntent, inboxTypes } from "./inbox-types.ts";

/**
 * The inbox feature of sync: acts of coaches on tasks without a connection, decided as online
 * (docs/rooms/inbox.md#operations). Assigning is online only, because it locks a membership before the relationship.
 *
 * Tasks are locked only once something must be decided, after the lock of their relationship. If the batch was
 * answered before, they are read without locks.
 */
export const inboxFeature: OperationFeature<InboxIntent> = {
  operationTypes: inboxTypes,
  load: () => async () => ({
    copy: (scope, ready) => async (executor) =>
      inboxCopy(scope, await loadInbox(executor, scope, ready)),
  }),
};

async function loadInbox(
  executor: QueryExecutor,
  scope: AdmissionScope,
  ready: readonly ReadyOperation<InboxIntent>[],
): Promise<LoadedInbox> {
  const { relationshipId, now } = scope;
  const [lockedTasks, relationship] = await Promise.all([
    lockTasks(executor, relationshipId, namedTasks(ready)),
    findClientState(executor, relationshipId),
  ]);
  if (relationship === undefined) throw new Error("The scope has no relationship");
  const tasks = new Map(lockedTasks.map((task) => [task.id, task]));
  const requested = ready.flatMap(({ intent: { taskId, taskAct }, time }) => {
    const task = tasks.get(taskId);
    const moment = { relationship, now, actedAt: time.at };
    return task === undefined ? [] : [{ loaded: { task, ...moment }, taskAct }];
  });
  const workflowIds = [...tasks.keys()].map((taskId) => inboxTaskActor.idOf({ taskId }));
  const [known, dues] = await Promise.all([
    loadKnown(executor, requested, principalOf(scope)),
    listActorDues(executor, workflowIds),
  ]);
  return { tasks, relationship, known, dues };
}

/** The tasks that operations name, in lock order. */
function namedTasks(operations: readonly NamedOperation<InboxIntent>[]): readonly string[] {
  const named = operations.flatMap(({ intent: { taskId, taskAct } }) => {
    const { otherTaskId } = taskAct.needs ?? {};
    return otherTaskId === undefined ? [taskId] : [taskId, otherTaskId];
  });
  return [...new Set(named)].toSorted();
}

/** The coach who acts by the operations of a batch. */
function principalOf({ workspaceId, actorUserId: byUserId }: AdmissionScope): Actor {
  return { workspaceId, byUserId };
}
