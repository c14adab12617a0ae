import type { inboxTaskActor } from "../../../contract/inbox/inbox-task-actor.ts";
import type {
  CoachTaskStatus,
  CoachTaskType,
  Severity,
} from "../../../contract/inbox/vocabulary.ts";
import type { DueReasonOf } from "../../../contract/outbox/define-actor.ts";
import { NOTHING_WAITS, type ActorAgenda } from "../../../rules/outbox/actor-agenda.ts";

/** What the actor of a task has before it: ids, codes and instants, as plain JSON. */
export interface TaskAgenda extends ActorAgenda<DueReasonOf<typeof inboxTaskActor>> {
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
