import type { FormAssignmentStatus } from "../../contract/forms/vocabulary.ts";

/** Whether an assignment still waits to be submitted. */
export function isOpenForm(status: FormAssignmentStatus): boolean {
  return status === "ASSIGNED" || status === "IN_PROGRESS";
}
