import type { inboxTaskActor } from "../../../contract/inbox/inbox-task-actor.ts";
import type { CoachTaskType } from "../../../contract/inbox/source-vocabulary.ts";
import type { CoachTaskStatus, Severity } from "../../../contract/inbox/vocabulary.ts";
import type { DueReasonOf } from "../../../contract/outbox/define-actor.ts";
import type { WaitingTask } from "../../../rules/inbox/task-deadline.ts";
import {
  type ActorAgenda,
  type ActorDeadline,
  agendaUntil,
  NOTHING_WAITS,
} from "../../../rules/outbox/actor-agenda.ts";

/** The agenda of a task's actor: ids, codes and instants, as plain JSON. */
export interface TaskAgenda extends ActorAgenda<DueReason> {
  /** Null for a missing task. */
  readonly task: {
    readonly workspaceId: string;
    readonly relationshipId: string;
    readonly taskType: CoachTaskType;
    readonly status: CoachTaskStatus;
    readonly severity: Severity;
    readonly snoozedUntil: string | null;
    readonly dueAt: string | null;
  } | null;
}

type DueReason = DueReasonOf<typeof inboxTaskActor>;

/** The agenda of a missing task. */
export const NO_TASK: TaskAgenda = { ...NOTHING_WAITS, task: null };

/** The fields of a task that its actor needs to wait and to be shown. */
export interface ShownTask extends WaitingTask {
  readonly workspaceId: string;
  readonly relationshipId: string;
}

/** The agenda of a task that waits for this deadline, or for nothing. */
export function agendaOfTask(
  task: ShownTask,
  deadline: ActorDeadline<DueReason> | null,
  now: Date,
): TaskAgenda {
  const { workspaceId, relationshipId, taskType, status, severity, snoozedUntil, dueAt } = task;
  return {
    ...agendaUntil(deadline, now),
    task: {
      workspaceId,
      relationshipId,
      taskType,
      status,
      severity,
      snoozedUntil: snoozedUntil?.toISOString() ?? null,
      dueAt: dueAt?.toISOString() ?? null,
    },
  };
}
