import type {
  TaskEventReason,
  TaskPrincipalKind,
  TaskStatus,
} from "../../contract/agenda/vocabulary.ts";
import { newId } from "../new-id.ts";
import type { Tx } from "../transact.ts";
import { AgendaTaskEvent } from "./agenda-task-event.ts";
import { AgendaTask } from "./agenda-task.ts";

/** Which tasks their sources take back, and on whose word. */
export interface SourceWithdrawal {
  readonly relationshipId: string;
  readonly sourceIds: readonly string[];
  /** Tasks of this local day and later ones. */
  readonly fromLocalDate: string;
  readonly reason: TaskEventReason;
  readonly actorUserId: string;
  readonly actorKind: TaskPrincipalKind;
  /** The task that takes the place of the one of its day and kind; null where none does. */
  readonly successor: Pick<AgendaTask, "id" | "localDate" | "taskKind"> | null;
  readonly now: Date;
}

/** A task that was taken back, at its new revision. */
export type CanceledTask = Pick<AgendaTask, "id" | "localDate" | "revision">;

/**
 * Cancels the tasks of some sources that the client has not touched, but for the one whose place another takes, and
 * keeps their rows (docs/rooms/agenda.md#transitions), by id. What the client began stays as it is. The caller holds
 * the scope.
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
    const next = takenBack(task, withdrawal);
    tx.create(AgendaTaskEvent, entryOf(task, next.status, withdrawal));
    tx.assign(task, { ...next, changedAt: now });
    // No foreign change: who knew it knows it again once it is brought back.
    tx.assign(task, { revision: task.revision + 1, changedByKind: actorKind });
  }
  await tx.flush();
  return tasks;
}

/** What becomes of a task. */
function takenBack({ localDate, taskKind }: AgendaTask, { successor, now }: SourceWithdrawal) {
  if (successor?.localDate !== localDate || successor.taskKind !== taskKind)
    return { status: "CANCELED", canceledAt: now } as const;
  return { status: "SUPERSEDED", supersededAt: now, supersededByTaskId: successor.id } as const;
}

/** The entry of a task's history. */
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
