import { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import type { ReminderCadence } from "../../contract/onboarding/vocabulary.ts";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { LockedTask } from "../../db/onboarding/locked-task.ts";
import { writeTaskChange } from "../../db/onboarding/write-task-change.ts";
import type { Evidence, OnboardingActing } from "../../db/onboarding/onboarding-acting.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { eventsOfChange } from "../../rules/onboarding/events-of-change.ts";
import type { TaskChange } from "../../rules/onboarding/judge-task-act.ts";
import { isClosed } from "../../rules/onboarding/next-onboarding-deadline.ts";
import { onboardingAfter } from "../../rules/onboarding/onboarding-after.ts";
import { advanceToNextTask } from "./transitions/advance-to-next-task.ts";

/**
 * The one place that changes an onboarding task. It writes task, task event, audit row, workflow with its blocks, the
 * client's profile and the outbox rows, all in the act's transaction (docs/rooms/onboarding.md#events). A change
 * without events writes nothing. The caller holds the relationship's lock.
 */
export async function recordTaskChange(
  tx: Tx,
  locked: LockedTask,
  recorded: RecordedChange,
): Promise<void> {
  const { change, actor, requestId, submissionId = null } = recorded;
  const { instanceId, taskId, taskType, clientUserId, revision, now } = locked;
  if (change.events.length === 0) return;
  // Workflow, blocks and profile depend on the questionnaire only: a baseline may stay pending (contract 2,
  // "Relationship and invitation").
  const after = taskType === "QUESTIONNAIRE" ? onboardingAfter(change.to) : null;
  await writeTaskChange(tx, {
    instanceId,
    taskId,
    clientUserId,
    revision,
    now,
    actor,
    submissionId,
    status: change.to,
    events: change.events,
    reminders: remindersAfterChange(locked, recorded),
    payload: recorded.payload ?? {},
    evidence: recorded.evidence ?? {},
    workflow: after && { ...after, status: after.workflowStatus },
  });
  if (change.to === "COMPLETED" || change.to === "CANCELLED") await advanceToNextTask(tx, locked);
  await appendEvents(tx, changeEvents(locked, change, submissionId), { now, requestId });
}

/** A judged change of a task, who made it, and its details. */
export interface RecordedChange {
  readonly change: TaskChange;
  readonly actor: OnboardingActing;
  readonly requestId: string | null;
  /** The submission that completes the task. */
  readonly submissionId?: string;
  /** When reminders of a skipped task start. Other changes end reminders, except those of an open baseline. */
  readonly reminders?: {
    readonly cadence: ReminderCadence;
    readonly from: string;
    readonly at: Date;
  };
  /** Stored with the task until its retention ends. */
  readonly payload?: Evidence;
  /** Stored with the task's events: ids and instants. */
  readonly evidence?: Evidence;
}

/** A resumed task keeps its reminders. A baseline keeps them until it is complete, opened or not. */
function remindersAfterChange(
  { taskType, reminders: before }: LockedTask,
  { change, reminders }: RecordedChange,
) {
  const isLeftOpen = taskType === "BASELINE" && !isClosed(change.to);
  return isLeftOpen || change.events.includes("resumed") ? before : (reminders ?? null);
}

function changeEvents(
  locked: LockedTask,
  change: TaskChange,
  submissionId: string | null,
): readonly DomainEvent[] {
  const { instanceId, taskId, workspaceId, relationshipId, coachUserId, clientUserId } = locked;
  const { taskType, formAssignmentId, revision } = locked;
  const ids = { workspaceId, relationshipId, coachUserId, clientUserId, instanceId, taskId };
  const refs = { ...ids, formAssignmentId, ...(submissionId !== null && { submissionId }) };
  return eventsOfChange(change, taskType).map(({ type, about }) =>
    onboardingActor.wokenBy(
      {
        eventId: newId(),
        type,
        subjectId: about === "TASK" ? taskId : instanceId,
        version: about === "TASK" ? revision + 1 : 0,
        refs,
      },
      { instanceId },
    ),
  );
}
