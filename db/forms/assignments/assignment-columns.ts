import { sql } from "kysely";
import { wireInstant } from "../../transact.ts";

/** An assignment with its form, in the wire's names; of {@link assignmentTables}. */
export const assignmentColumns = sql`
  assignment.id, version.form_id as "formId", version.id as "formVersionId", version.version,
  version.title, assignment.source_type as "sourceType", assignment.status, assignment.revision,
  ${wireInstant("assignment.due_at")} as "dueAt",
  ${wireInstant("assignment.created_at")} as "assignedAt",
  ${wireInstant("assignment.updated_at")} as "updatedAt",
  ${wireInstant("assignment.submitted_at")} as "submittedAt",
  ${wireInstant("assignment.cancelled_at")} as "cancelledAt", submission.id as "submissionId"`;

/** Assignment, its version, and its submission once there is one. */
export const assignmentTables = sql`
  form_assignment assignment
  join form_version version on version.id = assignment.form_version_id
  left join form_submission submission on submission.assignment_id = assignment.id`;
