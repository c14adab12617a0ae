import { lockScope } from "../../../db/lock-scopes.ts";
import { findAssignmentScope } from "../../../db/plans/queries.ts";
import { clockNow, type Tx } from "../../../db/transact.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import { bringUpToNow } from "./open-days.ts";

/**
 * Consumer `agenda`: a plan was assigned, so the present local day of its relationship gets its task. Any number of
 * deliveries make one.
 *
 * @returns the tasks that this delivery made.
 */
export async function followAssignment(
  tx: Tx,
  { assignmentId, requestId }: { readonly assignmentId: string; readonly requestId: string | null },
): Promise<readonly DayTask[]> {
  const relationshipId = await findAssignmentScope(tx, assignmentId);
  if (relationshipId === null) return [];
  await lockScope(tx, relationshipId);
  const now = await clockNow(tx);
  const { made } = await bringUpToNow(tx, [relationshipId], { now, requestId });
  return made;
}
