import { lockScope } from "../../db/lock-scopes.ts";
import { findAssignmentScope } from "../../db/plans/queries.ts";
import type { Tx } from "../../db/transact.ts";
import type { DayTask } from "../../rules/agenda/agenda-task.ts";
import { materialiseScopes } from "./materialise-scopes.ts";

/**
 * Consumer `agenda`: a plan was assigned, so the present local day of its relationship gets its tasks,
 * those of other assignments that still lack theirs included. Any number of deliveries make one task.
 *
 * @returns the tasks that this delivery made.
 */
export async function materialiseAssignment(
  tx: Tx,
  input: { readonly assignmentId: string; readonly requestId: string | null },
): Promise<readonly DayTask[]> {
  const relationshipId = await findAssignmentScope(tx, input.assignmentId);
  if (relationshipId === null) return [];
  return await materialiseRelationship(tx, { relationshipId, requestId: input.requestId });
}

/**
 * Consumer `agenda`: a relationship goes on after a pause, so its present local day gets the tasks it
 * lacks.
 *
 * @returns the tasks that this delivery made.
 */
export async function materialiseRelationship(
  tx: Tx,
  {
    relationshipId,
    requestId,
  }: { readonly relationshipId: string; readonly requestId: string | null },
): Promise<readonly DayTask[]> {
  await lockScope(tx, relationshipId);
  return await materialiseScopes(tx, [relationshipId], requestId);
}
