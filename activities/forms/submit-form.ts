import { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import type { SubmittedForm } from "../../contract/forms/assignment-schema.ts";
import type { Answers } from "../../contract/forms/content-schema.ts";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { isCheckInOf } from "../../db/agenda/queries.ts";
import { findOwnAssignmentScope } from "../../db/forms/assignments/queries.ts";
import {
  findSubmittable,
  saveSubmission,
  type Submittable,
} from "../../db/forms/assignments/find-submittable.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { judgeSubmission } from "../../rules/forms/judge-submission.ts";
import { correctClock, readClock } from "../../rules/sync/correct-clock.ts";
import { refuseFaultyAnswers } from "./refuse-faulty-answers.ts";

/**
 * Stores the answers to a form permanently if they satisfy its version. Submitting the same answers again returns the
 * same submission.
 *
 * @throws Refusal
 * - NOT_FOUND: also for an ended relationship, or for a task that is not a check-in with this form
 * - RELATIONSHIP_INACTIVE: paused
 * - WORKSPACE_SUSPENDED
 * - TASK_CLOSED: cancelled
 * - STATE_CONFLICT: other answers were submitted
 * - VALIDATION_FAILED: names each faulty question
 */
export async function submitForm(tx: Tx, submitting: FormSubmitting): Promise<SubmittedForm> {
  const relationshipId = await findOwnAssignmentScope(tx, submitting);
  if (relationshipId === null || !(await lockScope(tx, relationshipId)))
    throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  const assignment = await findSubmittable(tx, submitting);
  if (assignment === null) throw new Refusal("NOT_FOUND");
  const { answers, clientUserId: submittedByUserId, requestId } = submitting;
  const judgement = judgeSubmission(assignment, answers);
  if (typeof judgement === "object") {
    const { refusal } = judgement;
    throw refusal === "STATE_CONFLICT"
      ? stateConflict("SUBMITTED_OTHERWISE")
      : new Refusal(refusal);
  }
  if (assignment.submission !== null) return confirmed(assignment, assignment.submission);
  await refuseForeignTask(tx, assignment, submitting.taskId);
  refuseFaultyAnswers(assignment.content, answers);
  const id = newId();
  await saveSubmission(tx, { id, assignment, answers, submittedByUserId, now });
  const changes = { form_assignment: [assignment.id] };
  await recordScopeChanges(tx, [{ relationshipId, changes }], now);
  await appendEvents(tx, [receivedEvent(id, assignment, reportOf(submitting, assignment, now))], {
    now,
    requestId,
  });
  const revision = assignment.revision + 1;
  return confirmed({ ...assignment, revision }, { id, submittedAt: now.toISOString() });
}

/** A client's answers to an assigned form. */
export interface FormSubmitting {
  readonly formAssignmentId: string;
  readonly clientUserId: string;
  readonly answers: Answers;
  /** The check-in that this submission completes, if the client names one. */
  readonly taskId?: string | undefined;
  /** When the form was filled in and sent, RFC 3339 by the device's clock; absent if unknown. */
  readonly clientRecordedAt?: string | undefined;
  readonly clientSentAt?: string | undefined;
  readonly requestId: string | null;
}

function confirmed(
  { id, formVersionId, revision }: Submittable,
  submission: { readonly id: string; readonly submittedAt: string },
): SubmittedForm {
  return {
    formSubmissionId: submission.id,
    formAssignmentId: id,
    formVersionId,
    status: "SUBMITTED",
    revision,
    submittedAt: submission.submittedAt,
  };
}

async function refuseForeignTask(
  tx: Tx,
  { id: formAssignmentId, relationshipId }: Submittable,
  taskId: string | undefined,
): Promise<void> {
  if (taskId === undefined) return;
  if (!(await isCheckInOf(tx, { taskId, relationshipId, formAssignmentId })))
    throw new Refusal("NOT_FOUND");
}

/**
 * The client's report about the submission: its check-in, and when it was filled in. An instant before the start of
 * the relationship is ignored.
 */
function reportOf(
  { taskId, clientRecordedAt, clientSentAt }: FormSubmitting,
  { relationshipStartedAt: startedAt }: Submittable,
  receivedAt: Date,
): DomainEvent["refs"] {
  const unreported = { taskId: taskId ?? null, recordedAt: null, clockConfidence: null };
  if (clientRecordedAt === undefined) return unreported;
  const sentAt = clientSentAt === undefined ? null : new Date(clientSentAt);
  const clock = readClock({ sentAt, roundTripMs: null, receivedAt });
  const scope = { startedAt, timezone: "UTC" };
  const { at, confidence, flags } = correctClock(new Date(clientRecordedAt), clock, scope);
  if (flags.includes("BEFORE_RELATIONSHIP")) return unreported;
  return { ...unreported, recordedAt: at.toISOString(), clockConfidence: confidence };
}

function receivedEvent(
  submissionId: string,
  assignment: Submittable,
  report: DomainEvent["refs"],
): DomainEvent {
  const { id, workspaceId, relationshipId, formVersionId, instanceId } = assignment;
  const { sourceType, sourceId } = assignment;
  const ids = { workspaceId, relationshipId, formAssignmentId: id, formVersionId };
  const event: DomainEvent = {
    eventId: newId(),
    type: "FormSubmissionReceived",
    subjectId: submissionId,
    version: 0,
    refs: { ...ids, ...report, submissionId, sourceType, sourceId, instanceId },
  };
  return instanceId === null ? event : onboardingActor.wokenBy(event, { instanceId });
}
