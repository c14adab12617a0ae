import { expressionBuilder, type QueryCreator } from "kysely";
import { instantText } from "../../platform/statements/sql-parts.ts";
import type { Tables } from "../../tables.ts";

/** Assignments with their form, under the wire's names; with the submission once there is one. */
export function assignments(within: QueryCreator<Tables>) {
  return within
    .selectFrom("formAssignment as assignment")
    .innerJoin("formVersion as version", "version.id", "assignment.formVersionId")
    .leftJoin("formSubmission as submission", "submission.assignmentId", "assignment.id")
    .select((assignment) => [
      "assignment.id",
      "version.formId",
      "version.id as formVersionId",
      "version.version",
      "version.title",
      "assignment.sourceType",
      "assignment.status",
      "assignment.revision",
      instantText(assignment.ref("assignment.dueAt")).as("dueAt"),
      instantText(assignment.ref("assignment.createdAt")).as("assignedAt"),
      instantText(assignment.ref("assignment.updatedAt")).as("updatedAt"),
      instantText(assignment.ref("assignment.submittedAt")).as("submittedAt"),
      instantText(assignment.ref("assignment.cancelledAt")).as("cancelledAt"),
      "submission.id as submissionId",
    ]);
}

const eb = expressionBuilder<Tables & { assignment: Tables["formAssignment"] }, "assignment">();

/**
 * Whether an assignment is in lists, and in the digest of their slice. A plan's check-in is reached only through its
 * task until it is submitted.
 */
export const isListed = eb.or([
  eb("assignment.sourceType", "<>", "CHECK_IN"),
  eb("assignment.status", "=", "SUBMITTED"),
]);

/** An assignment with its form. */
export type AssignmentRow = Awaited<
  ReturnType<ReturnType<typeof assignments>["executeTakeFirstOrThrow"]>
>;
