import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { submitForm } from "../../../../activities/forms/submit-form.ts";
import { transact } from "../../../../db/platform/transactions/transact.ts";
import { buildFormAssignment, type FormRecipient } from "../../forms/assigned-forms.ts";
import { formOf } from "../../forms/forms.ts";

/**
 * A form that a client may leave empty, and one that they have submitted empty: the ids of both, and of the
 * submission.
 */
export async function buildMatrixForms(
  em: SqlEntityManager,
  recipient: FormRecipient & { readonly clientUserId: string },
) {
  const content = formOf({ kind: "TEXT" });
  const open = await buildFormAssignment(em, recipient, { content });
  const closed = await buildFormAssignment(em, recipient, { content });
  const { clientUserId } = recipient;
  const submitting = { formAssignmentId: closed.id, clientUserId, answers: {}, requestId: null };
  const { formSubmissionId } = await transact(em, (tx) => submitForm(tx, submitting));
  const submitted = { submissionId: formSubmissionId, submittedAssignmentId: closed.id };
  return { formAssignmentId: open.id, ...submitted };
}
