import type {
  TaskEventReason,
  TaskPrincipalKind,
  TaskStatus,
} from "../../contract/agenda/vocabulary.ts";
import { newId } from "../platform/new-id.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { AgendaTaskEvent } from "./agenda-task-event.ts";
import { AgendaTask } from "./agenda-task.ts";

/**
 * Cancels the untouched tasks of some sources, by id; the one that another replaces becomes superseded. Their rows
 * stay (docs/rooms/agenda.md#transitions), and started tasks stay unchanged. The caller has locked the scope.
 */
export async function cancelSourceTasks(
  tx: Tx,
  withdrawal: SourceWithdrawal,
): Promise<readonly CanceledTask[]> {
  const { relationshipId, sourceIds, fromLocalDate, now, actorKind } = withdrawal;
  const tasks = await tx.find(
    AgendaTask,
    {
      relationshipId,
      localDate: { $gte: fromLocalDate },
      sourceId: { $in: [...sourceIds] },
      status: "PENDING",
    },
    { orderBy: { id: "asc" } },
  );
  for (const task of tasks) {
    const next = canceledState(task, withdrawal);
    tx.create(AgendaTaskEvent, entryOf(task, next.status, withdrawal));
    tx.assign(task, { ...next, changedAt: now });
    // Does not count as a change by others, so a device that knew the task still knows it once it is restored.
    tx.assign(task, { revision: task.revision + 1, changedByKind: actorKind });
  }
  await tx.flush();
  return tasks;
}

/** Selects the tasks that their sources withdraw, with reason and actor. */
export interface SourceWithdrawal {
  readonly relationshipId: string;
  readonly sourceIds: readonly string[];
  /** Tasks of this local day and later ones. */
  readonly fromLocalDate: string;
  readonly reason: TaskEventReason;
  readonly actorUserId: string;
  readonly actorKind: TaskPrincipalKind;
  /** The task that replaces the one of its day and kind; null for none. */
  readonly successor: Pick<AgendaTask, "id" | "localDate" | "taskKind"> | null;
  readonly now: Date;
}

/** A cancelled task, at its new revision. */
export type CanceledTask = Pick<AgendaTask, "id" | "localDate" | "revision">;

/** The new state of a task. */
function canceledState({ localDate, taskKind }: AgendaTask, { successor, now }: SourceWithdrawal) {
  if (successor?.localDate !== localDate || successor.taskKind !== taskKind)
    return { status: "CANCELED", canceledAt: now } as const;
  return { status: "SUPERSEDED", supersededAt: now, supersededByTaskId: successor.id } as const;
}

/** The entry for a task's history. */
function entryOf(
  { id: taskId, relationshipId }: AgendaTask,
  toStatus: TaskStatus,
  { reason, actorUserId, actorKind, now }: SourceWithdrawal,
) {
  return {
    id: newId(),
    taskId,
    relationshipId,
    fromStatus: "PENDING",
    toStatus,
    reason,
    actorUserId,
    actorKind,
    deviceId: null,
    clientOperationId: null,
    metadata: {},
    occurredAt: now,
  } as const;
}
