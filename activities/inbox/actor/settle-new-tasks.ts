import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { inboxTaskActor } from "../../../contract/inbox/inbox-task-actor.ts";
import { pipeline } from "../../../db/platform/pipeline/pipeline.ts";
import {
  listRelationshipsOfTasks,
  listWaitingTasks,
} from "../../../db/inbox/list-waiting-tasks.ts";
import { lockFreeScopes, MAX_SWEPT_SCOPES } from "../../../db/platform/scopes/lock-scopes.ts";
import { listActorMarks, saveNewActors } from "../../../db/outbox/save-new-actors.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { nextTaskDeadline } from "../../../rules/inbox/task-deadline.ts";
import { agendaOfTask, type TaskAgenda } from "./task-agenda.ts";

/**
 * Settles many new tasks for the first time, under the locks of their relationships. It stores the deadline of each
 * and changes nothing, because nothing is due yet (docs/rooms/actors.md#dormant-start). Locked, closed and due tasks
 * are left to their actors.
 */
export async function settleNewTasks(
  em: SqlEntityManager,
  taskIds: readonly string[],
): Promise<readonly FirstSettlement[]> {
  const settlements: FirstSettlement[] = [];
  for (let from = 0; from < taskIds.length; from += MAX_SWEPT_SCOPES) {
    const slice = taskIds.slice(from, from + MAX_SWEPT_SCOPES);
    settlements.push(...(await transact(em, (tx) => settleFirst(tx, slice))));
  }
  return settlements;
}

/** The first settlement of a new task. */
interface FirstSettlement {
  readonly taskId: string;
  readonly agenda: TaskAgenda;
}

async function settleFirst(
  tx: Tx,
  taskIds: readonly string[],
): Promise<readonly FirstSettlement[]> {
  const relationshipIds = await lockFreeScopes(tx, await listRelationshipsOfTasks(tx, taskIds));
  const idOf = (taskId: string) => inboxTaskActor.idOf({ taskId });
  // Read marks before facts: a change in between makes the actor settle once more.
  const [marks, tasks, now] = await pipeline(tx, (executor) => [
    listActorMarks(executor, taskIds.map(idOf)),
    listWaitingTasks(executor, { taskIds, relationshipIds }),
    clockNow(executor),
  ]);
  const found = tasks.flatMap((task) => {
    const deadline = nextTaskDeadline(task, now);
    const seen = marks.get(idOf(task.id));
    if (deadline === null || deadline.at <= now || seen === undefined) return [];
    const wait = { workflowId: idOf(task.id), marks: seen, dueAt: deadline.at };
    return [
      {
        wait: { ...wait, dueReason: deadline.reason, settledAt: now },
        settlement: { taskId: task.id, agenda: agendaOfTask(task, deadline, now) },
      },
    ];
  });
  await saveNewActors(
    tx,
    found.map(({ wait }) => wait),
  );
  return found.map(({ settlement }) => settlement);
}
