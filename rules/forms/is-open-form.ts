import type { FormAssignmentStatus } from "../../contract/forms/vocabulary.ts";

/** Whether an assignment is not submitted yet. */
export function isOpenForm(status: FormAssignmentStatus): boolean {
  return status === "ASSIGNED" || status === "IN_PROGRESS";
}
