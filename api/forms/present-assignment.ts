/** A row by the name its id has on the wire. */
export function presentFormAssignment<Row extends { readonly id: string }>({ id, ...rest }: Row) {
  return { formAssignmentId: id, ...rest };
}
