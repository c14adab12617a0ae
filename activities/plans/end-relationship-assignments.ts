import type { TaskPrincipalKind } from "../../contract/agenda/vocabulary.ts";
import { endActiveAssignments } from "../../db/plans/end-active-assignments.ts";
import type { Tx } from "../../db/transact.ts";
import { withdrawTasks } from "./withdraw-tasks.ts";

/** A relationship that ends, on whose word, and its present local day. */
export interface RelationshipAssignments {
  readonly relationshipId: string;
  readonly localDate: string;
  readonly actorUserId: string;
  readonly actorKind: TaskPrincipalKind;
  readonly requestId: string | null;
  readonly now: Date;
}

/**
 * Ends every running assignment of a relationship that ends itself: tasks the client has not touched are
 * canceled from the present local day on, what was begun or done stays. The caller holds the scope.
 */
export async function endRelationshipAssignments(
  tx: Tx,
  { localDate, ...end }: RelationshipAssignments,
): Promise<void> {
  const sourceIds = await endActiveAssignments(tx, end.relationshipId, end.now);
  await withdrawTasks(tx, { ...end, sourceIds, fromLocalDate: localDate });
}
