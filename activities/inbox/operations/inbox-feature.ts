import { inboxTaskActor } from "../../../contract/inbox/inbox-task-actor.ts";
import { holdTasks } from "../../../db/inbox/held-tasks.ts";
import { findClientState } from "../../../db/inbox/inbox-rows.ts";
import { listActorDues } from "../../../db/outbox/actor-rows.ts";
import type { AdmissionScope, OperationFeature } from "../../sync/operation-feature.ts";
import { loadKnown } from "../acts/load-known.ts";
import type { Actor } from "../acts/task-act.ts";
import { inboxCopy } from "./inbox-copy.ts";
import { type InboxIntent, inboxTypes } from "./inbox-types.ts";

/**
 * The inbox's part of sync: what coaches did to tasks without a connection, decided as it is online
 * (docs/rules.md#inbox-operations). Handing over is online only: it holds a membership before the relationship.
 */
export const inboxFeature: OperationFeature<InboxIntent> = {
  operationTypes: inboxTypes,
  load(relationshipId, operations) {
    const named = operations.flatMap(({ intent: { taskId, taskAct } }) => {
      const { otherTaskId } = taskAct.needs ?? {};
      return otherTaskId === undefined ? [taskId] : [taskId, otherTaskId];
    });
    const taskIds = [...new Set(named)].toSorted();
    return async (line) => {
      const [held, relationship] = await Promise.all([
        holdTasks(line, relationshipId, taskIds),
        findClientState(line, relationshipId),
      ]);
      const tasks = new Map(held.map((task) => [task.id, task]));
      return {
        copy: (scope, ready) => async (next) => {
          if (relationship === undefined) throw new Error("A scope is of a relationship");
          const asked = ready.flatMap(({ intent, time }) => {
            const task = tasks.get(intent.taskId);
            const moment = { relationship, now: scope.now, saidAt: time.at };
            const { taskAct } = intent;
            return task === undefined ? [] : [{ atHand: { task, ...moment }, taskAct }];
          });
          const workflowIds = [...tasks.keys()].map((taskId) => inboxTaskActor.idOf({ taskId }));
          const [known, dues] = await Promise.all([
            loadKnown(next, asked, principalOf(scope)),
            listActorDues(next, workflowIds),
          ]);
          return inboxCopy(scope, { tasks, relationship, known, dues });
        },
      };
    };
  },
};

/** Who acts by the operations of a batch. */
function principalOf({ workspaceId, actorUserId: byUserId }: AdmissionScope): Actor {
  return { workspaceId, byUserId };
}
