import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type {
  CoachFormAssignment,
  FormSubmissionAnswer,
} from "../../../contract/forms/assignment-schema.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { wireInstant } from "../../transact.ts";
import { assignmentColumns, assignmentTables } from "../assignments/assignment-columns.ts";

/** An assignment as a coach sees it. */
export type CoachAssignmentRow = Omit<CoachFormAssignment, "formAssignmentId"> & {
  readonly id: string;
};

/** Assignments of a relationship, newest first; one more than the limit tells of a further page. */
export async function listFormAssignments(
  em: SqlEntityManager,
  relationshipId: string,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): Promise<readonly CoachAssignmentRow[]> {
  const { rows } = await sql<CoachAssignmentRow>`
    select ${coachColumns} from ${assignmentTables}
    where assignment.relationship_id = ${relationshipId}
      and (${afterId}::uuid is null or assignment.id < ${afterId}::uuid)
    order by assignment.id desc
    limit ${limit + 1}
  `.execute(em.getKysely());
  return rows;
}

/** One assignment as a coach sees it. @throws Refusal NOT_FOUND. */
export async function getFormAssignment(
  em: SqlEntityManager,
  key: { readonly relationshipId: string; readonly formAssignmentId: string },
): Promise<CoachAssignmentRow> {
  const { rows } = await sql<CoachAssignmentRow>`
    select ${coachColumns} from ${assignmentTables}
    where assignment.id = ${key.formAssignmentId}
      and assignment.relationship_id = ${key.relationshipId}
  `.execute(em.getKysely());
  const row = rows[0];
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}

/** What a client submitted, beside what was asked. One statement. @throws Refusal NOT_FOUND. */
export async function getFormSubmission(
  em: SqlEntityManager,
  key: {
    readonly workspaceId: string;
    readonly relationshipId: string;
    readonly submissionId: string;
  },
): Promise<FormSubmissionAnswer> {
  const { rows } = await sql<FormSubmissionAnswer>`
    select submission.id as "formSubmissionId", submission.assignment_id as "formAssignmentId",
      submission.relationship_id as "relationshipId", version.form_id as "formId",
      version.id as "formVersionId", version.version, version.title,
      assignment.source_type as "sourceType",
      submission.submitted_by_user_id as "submittedByUserId",
      ${wireInstant("submission.submitted_at")} as "submittedAt", version.content,
      submission.answers
    from form_submission submission
    join form_assignment assignment on assignment.id = submission.assignment_id
    join form_version version on version.id = submission.form_version_id
    join relationship on relationship.id = submission.relationship_id
    where submission.id = ${key.submissionId} and relationship.id = ${key.relationshipId}
      and relationship.workspace_id = ${key.workspaceId}
  `.execute(em.getKysely());
  const row = rows[0];
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}

const coachColumns = sql`${assignmentColumns}, assignment.relationship_id as "relationshipId",
  assignment.assigned_by_user_id as "assignedByUserId"`;
