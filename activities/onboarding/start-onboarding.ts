import { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import { CLIENT_INVITE_KEY, TASK_DUE_DAYS } from "../../contract/onboarding/vocabulary.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { lockDefaultForm } from "../../db/forms/lock-default-form.ts";
import { findAssignableVersion, findDefaultVersionId } from "../../db/forms/queries.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { Relationship } from "../../db/relationships/relationship.ts";
import { insertOnboarding, type NewTask } from "../../db/onboarding/insert-onboarding.ts";
import { type DefinedStep, WorkflowDefinition } from "../../db/onboarding/workflow-definition.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { nextReminderAt, remindersFrom } from "../../rules/onboarding/next-reminder.ts";
import { assignForm } from "../forms/assign-form.ts";
import { seedDefaultForm } from "../forms/seed-default-form.ts";
import type { OpenedRelationship } from "../relationships/relationship-hook.ts";

/**
 * Starts the onboarding of an invited client in the transaction of the registration: instance, form assignment, its
 * task, and the later tasks (docs/rooms/onboarding.md#task-and-workflow).
 */
export async function startOnboarding(tx: Tx, start: OpenedRelationship): Promise<void> {
  const { relationship, invitation, now, requestId } = start;
  const { id: relationshipId, clientUserId } = relationship;
  const definition = await tx.findOneOrFail(WorkflowDefinition, {
    key: CLIENT_INVITE_KEY,
    status: "ACTIVE",
  });
  const [step, ...others] = definition.steps;
  if (step === undefined) throw new Error("A workflow definition without a step");
  const { taskKey, taskType, sortOrder } = step;
  const taskId = newId();
  const dueAt = new Date(now.getTime() + TASK_DUE_DAYS * DAY_MS);
  const { id: formAssignmentId } = await assignForm(tx, {
    relationshipId,
    workspaceId: relationship.workspaceId,
    formVersionId: await chooseVersion(tx, start),
    sourceType: "ONBOARDING",
    sourceId: taskId,
    assignedByUserId: null,
    dueAt,
    now,
    requestId,
  });
  const instanceId = newId();
  const reminders = firstReminders(relationship, now);
  const task = { id: taskId, taskKey, taskType, sortOrder, formAssignmentId, dueAt, ...reminders };
  await insertOnboarding(tx, {
    instanceId,
    relationshipId,
    clientUserId,
    tasks: [task, ...others.map(laterTask)],
    now,
    definitionId: definition.id,
    invitationId: invitation.id,
    actor: { kind: "SYSTEM", userId: null },
  });
  const events = startedEvents(relationship, { instanceId, taskId, formAssignmentId });
  await appendEvents(tx, events, { now, requestId });
}

/** A task that starts later. */
function laterTask({ taskKey, taskType, sortOrder }: DefinedStep): NewTask {
  const unassigned = { formAssignmentId: null, dueAt: null };
  const reminded = { reminderCadence: null, remindersFrom: null, nextReminderAt: null };
  return { id: newId(), taskKey, taskType, sortOrder, ...unassigned, ...reminded };
}

/** The reminders of a questionnaire that was not opened yet, on the client's local days. */
function firstReminders({ timezone }: Relationship, now: Date) {
  const zone = { timezone, nextTimezone: null, zoneChangesAt: null };
  const from = remindersFrom(now, zone);
  const reminderCadence = "UNOPENED" as const;
  return { reminderCadence, remindersFrom: from, nextReminderAt: nextReminderAt(from, zone) };
}

const DAY_MS = 86_400_000;

/**
 * The version that the coach chose for this client, otherwise the workspace's default. The form may have been
 * archived since; a registration must not fail for that.
 */
async function chooseVersion(tx: Tx, { invitation, now }: OpenedRelationship): Promise<string> {
  const { workspaceId, formVersionId } = invitation;
  if (formVersionId !== null) {
    const chosen = await findAssignableVersion(tx, { workspaceId, formVersionId });
    if (chosen !== null) return formVersionId;
  }
  const defaultId = await findDefaultVersionId(tx, workspaceId);
  if (defaultId !== null) return defaultId;
  // The lock ensures that two clients at once create only one default.
  await lockDefaultForm(tx, workspaceId);
  const seededId = await findDefaultVersionId(tx, workspaceId);
  return seededId ?? (await seedDefaultForm(tx, { workspaceId, now })).formVersionId;
}

function startedEvents(
  { id: relationshipId, workspaceId, coachUserId, clientUserId }: Relationship,
  ids: { readonly instanceId: string; readonly taskId: string; readonly formAssignmentId: string },
) {
  const { instanceId, taskId } = ids;
  const refs = { workspaceId, relationshipId, coachUserId, clientUserId, ...ids };
  const event = (type: EventType, subjectId: string, version: number) =>
    onboardingActor.wokenBy(
      {
        eventId: newId(),
        type,
        subjectId,
        version,
        refs,
      },
      { instanceId },
    );
  return [
    event("ClientOnboardingStarted", instanceId, 0),
    event("OnboardingQuestionnaireAssigned", taskId, 1),
  ];
}
