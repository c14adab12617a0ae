import { sql } from "kysely";
import type { Answers, FormContent } from "../../../contract/forms/content-schema.ts";
import type { FormAssignmentStatus, FormSource } from "../../../contract/forms/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import { wireInstant, type Tx } from "../../transact.ts";
import type { OwnAssignmentKey } from "./queries.ts";

/** An assignment with everything a submission is judged by. */
export interface Submittable {
  readonly id: string;
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly relationshipStatus: RelationshipStatus;
  readonly workspaceStatus: WorkspaceStatus;
  readonly formVersionId: string;
  readonly status: FormAssignmentStatus;
  readonly revision: number;
  readonly sourceType: FormSource;
  readonly sourceId: string;
  /** The onboarding that waits for it, or null. */
  readonly instanceId: string | null;
  readonly content: FormContent;
  /** What was submitted before, or null. */
  readonly submission: {
    readonly id: string;
    readonly answers: Answers;
    readonly submittedAt: string;
  } | null;
}

/** A client's assignment under the lock of its relationship, or null when it cannot be reached. */
export async function findSubmittable(
  tx: Tx,
  { formAssignmentId, clientUserId }: OwnAssignmentKey,
): Promise<Submittable | null> {
  const { rows } = await sql<Submittable>`
    select assignment.id, assignment.relationship_id as "relationshipId",
      relationship.workspace_id as "workspaceId", relationship.status as "relationshipStatus",
      workspace.status as "workspaceStatus",
      assignment.form_version_id as "formVersionId", assignment.status, assignment.revision,
      assignment.source_type as "sourceType", assignment.source_id as "sourceId",
      task.instance_id as "instanceId", version.content,
      case when submission.id is not null then jsonb_build_object('id', submission.id,
        'answers', submission.answers,
        'submittedAt', ${wireInstant("submission.submitted_at")}) end as submission
    from form_assignment assignment
    join form_version version on version.id = assignment.form_version_id
    join relationship on relationship.id = assignment.relationship_id
    join coach_workspace workspace on workspace.id = relationship.workspace_id
    left join form_submission submission on submission.assignment_id = assignment.id
    left join onboarding_task task
      on assignment.source_type = 'ONBOARDING' and task.id = assignment.source_id
    where assignment.id = ${formAssignmentId} and relationship.client_user_id = ${clientUserId}
      and relationship.status <> 'ENDED'
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}

/** A submission to be kept. */
export interface NewSubmission {
  readonly id: string;
  readonly assignment: Submittable;
  readonly answers: Answers;
  readonly submittedByUserId: string;
  readonly now: Date;
}

/**
 * Keeps the answers, closes the assignment and drops the draft, in one statement.
 *
 * @throws Error when the assignment is no longer as it was read: under the scope lock that is a fault.
 */
export async function saveSubmission(tx: Tx, submission: NewSubmission): Promise<void> {
  const { id, assignment, answers, submittedByUserId, now } = submission;
  const { rows } = await sql`
    with closed as (
      update form_assignment
      set status = 'SUBMITTED', revision = revision + 1, submitted_at = ${now}, updated_at = ${now}
      where id = ${assignment.id} and revision = ${assignment.revision}
        and status in ('ASSIGNED', 'IN_PROGRESS')
      returning id, form_version_id, relationship_id
    ), dropped as (
      delete from form_draft using closed where assignment_id = closed.id
    )
    insert into form_submission (id, assignment_id, form_version_id, relationship_id, answers,
                                 submitted_by_user_id, submitted_at)
    select ${id}::uuid, closed.id, closed.form_version_id, closed.relationship_id,
           ${JSON.stringify(answers)}::jsonb, ${submittedByUserId}::uuid, ${now}::timestamptz
    from closed
    returning 1
  `.execute(tx.getKysely());
  if (rows.length !== 1) throw new Error("The assignment is not as it was read");
}

/** What a client submitted, and what was asked. */
export interface ReceivedAnswers {
  readonly id: string;
  readonly formAssignmentId: string;
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly submittedByUserId: string;
  readonly submittedAt: string;
  readonly content: FormContent;
  readonly answers: Answers;
}

/** A submission with the version it answers, or null when it is no longer there. */
export async function findReceivedAnswers(
  tx: Tx,
  submissionId: string,
): Promise<ReceivedAnswers | null> {
  const { rows } = await sql<ReceivedAnswers>`
    select submission.id, submission.assignment_id as "formAssignmentId",
      submission.relationship_id as "relationshipId", relationship.workspace_id as "workspaceId",
      submission.submitted_by_user_id as "submittedByUserId",
      ${wireInstant("submission.submitted_at")} as "submittedAt", version.content,
      submission.answers
    from form_submission submission
    join form_version version on version.id = submission.form_version_id
    join relationship on relationship.id = submission.relationship_id
    where submission.id = ${submissionId}
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}
