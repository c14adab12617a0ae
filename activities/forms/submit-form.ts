import { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import type { SubmittedForm } from "../../contract/forms/assignment-schema.ts";
import type { Answers } from "../../contract/forms/content-schema.ts";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findOwnAssignmentScope } from "../../db/forms/assignments/queries.ts";
import {
  findSubmittable,
  saveSubmission,
  type Submittable,
} from "../../db/forms/assignments/submissions.ts";
import { lockScope } from "../../db/lock-scopes.ts";
import { newId } from "../../db/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../db/record-scope-changes.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { judgeSubmission } from "../../rules/forms/judge-submission.ts";
import { refuseFaultyAnswers } from "./refuse-faulty-answers.ts";

/** The answers of a client to a form they were asked to fill in. */
export interface FormSubmitting {
  readonly formAssignmentId: string;
  readonly clientUserId: string;
  readonly answers: Answers;
  readonly requestId: string | null;
}

/**
 * Keeps the answers to a form, once and for all, if they are what its version asks for. The same answers
 * again are the same submission.
 *
 * @throws Refusal NOT_FOUND (also of an ended relationship), RELATIONSHIP_INACTIVE (paused),
 * WORKSPACE_SUSPENDED, TASK_CLOSED (cancelled), STATE_CONFLICT (other answers were submitted), VALIDATION_FAILED naming each question.
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
  if (typeof judgement === "object") throw new Refusal(judgement.refusal);
  if (assignment.submission !== null) return confirmed(assignment, assignment.submission);
  refuseFaultyAnswers(assignment.content, answers);
  const id = newId();
  await saveSubmission(tx, { id, assignment, answers, submittedByUserId, now });
  const changes = { form_assignment: [assignment.id] };
  await recordScopeChanges(tx, [{ relationshipId, changes }], now);
  await appendEvents(tx, [receivedEvent(id, assignment)], { now, requestId });
  const revision = assignment.revision + 1;
  return confirmed({ ...assignment, revision }, { id, submittedAt: now.toISOString() });
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

function receivedEvent(submissionId: string, assignment: Submittable): DomainEvent {
  const { id, workspaceId, relationshipId, formVersionId, instanceId } = assignment;
  const { sourceType, sourceId } = assignment;
  const ids = { workspaceId, relationshipId, formAssignmentId: id, formVersionId };
  const event: DomainEvent = {
    eventId: newId(),
    type: "FormSubmissionReceived",
    subjectId: submissionId,
    version: 0,
    refs: { ...ids, submissionId, sourceType, sourceId, instanceId },
  };
  return instanceId === null ? event : onboardingActor.wokenBy(event, { instanceId });
}
