import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { FormAssignment } from "../form-assignment.ts";
import { FormSubmission } from "../form-submission.ts";

/** A form assignment by its id, or null. */
export async function findFormAssignment(
  em: SqlEntityManager,
  formAssignmentId: string,
): Promise<FormAssignment | null> {
  return await em.findOne(FormAssignment, { id: formAssignmentId });
}

/** A submission by its id, or null. */
export async function findSubmission(
  em: SqlEntityManager,
  submissionId: string,
): Promise<FormSubmission | null> {
  return await em.findOne(FormSubmission, { id: submissionId });
}

/** The one submission of an assignment, or null before it is submitted. */
export async function findSubmissionOfAssignment(
  em: SqlEntityManager,
  formAssignmentId: string,
): Promise<FormSubmission | null> {
  return await em.findOne(FormSubmission, { assignmentId: formAssignmentId });
}
