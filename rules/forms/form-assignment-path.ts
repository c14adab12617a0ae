/** Where a client reads an assignment. */
export function formAssignmentPath(formAssignmentId: string): string {
  return `/api/v1/client/form-assignments/${formAssignmentId}`;
}
