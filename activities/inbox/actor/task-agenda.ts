import type { inboxTaskActor } from "../../../contract/inbox/inbox-task-actor.ts";
import type {
  CoachTaskStatus,
  CoachTaskType,
  Severity,
} from "../../../contract/inbox/vocabulary.ts";
import type { DueReasonOf } from "../../../contract/outbox/define-actor.ts";
import type { WaitingTask } from "../../../rules/inbox/task-deadline.ts";
import {
  type ActorAgenda,
  type ActorDeadline,
  agendaUntil,
  NOTHING_WAITS,
} from "../../../rules/outbox/actor-agenda.ts";

type DueReason = DueReasonOf<typeof inboxTaskActor>;

/** What the actor of a task has before it: ids, codes and instants, as plain JSON. */
export interface TaskAgenda extends ActorAgenda<DueReason> {
  /** Null for a task that is not there. */
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

/** The agenda of a task that is not there. */
export const NO_TASK: TaskAgenda = { ...NOTHING_WAITS, task: null };

/** What of a task its actor waits by and is shown by. */
export interface ShownTask extends WaitingTask {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly taskType: CoachTaskType;
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
