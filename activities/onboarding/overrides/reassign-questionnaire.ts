import { onboardingActor } from "../../../contract/onboarding/onboarding-actor.ts";
import type { EventType } from "../../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { findAssignableVersion } from "../../../db/forms/queries.ts";
import { newId } from "../../../db/platform/new-id.ts";
import type { LockedTask } from "../../../db/onboarding/locked-task.ts";
import { replaceTaskForm } from "../../../db/onboarding/replace-task-form.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { assignForm } from "../../forms/assign-form.ts";
import { cancelFormAssignment } from "../../forms/cancel-form-assignment.ts";

/**
 * Makes an open task ask for another form version: its form assignment is cancelled with all answers, and the new one
 * starts empty. The task keeps its status. The caller holds the task's lock.
 *
 * @returns the new form assignment's id.
 * @throws Refusal NOT_FOUND for a version that the workspace cannot assign.
 */
export async function reassignQuestionnaire(
  tx: Tx,
  locked: LockedTask,
  { formVersionId, assignedByUserId, requestId }: Reassignment,
): Promise<string> {
  const { taskId, workspaceId, relationshipId, formAssignmentId, revision, dueAt, now } = locked;
  const version = await findAssignableVersion(tx, { workspaceId, formVersionId });
  if (version === null) throw new Refusal("NOT_FOUND");
  if (formAssignmentId !== null) {
    await cancelFormAssignment(tx, { formAssignmentId, now, requestId });
  }
  const assigned = await assignForm(tx, {
    relationshipId,
    workspaceId,
    formVersionId,
    sourceType: "ONBOARDING",
    sourceId: taskId,
    assignedByUserId,
    dueAt,
    now,
    requestId,
  });
  await replaceTaskForm(tx, { taskId, revision, formAssignmentId: assigned.id, now });
  const events = (
    ["OnboardingQuestionnaireAssigned", "OnboardingQuestionnaireReplaced"] as const
  ).map((type) => questionnaireEvent(type, locked, assigned.id));
  await appendEvents(tx, events, { now, requestId });
  return assigned.id;
}

/** The form version that replaces the one of a task. */
export interface Reassignment {
  readonly formVersionId: string;
  readonly assignedByUserId: string | null;
  readonly requestId: string;
}

function questionnaireEvent(type: EventType, locked: LockedTask, formAssignmentId: string) {
  const { taskId, workspaceId, relationshipId, instanceId, coachUserId, clientUserId } = locked;
  const ids = { workspaceId, relationshipId, coachUserId, clientUserId, instanceId, taskId };
  return onboardingActor.wokenBy(
    {
      eventId: newId(),
      type,
      subjectId: taskId,
      version: locked.revision + 1,
      refs: { ...ids, formAssignmentId },
    },
    { instanceId },
  );
}
