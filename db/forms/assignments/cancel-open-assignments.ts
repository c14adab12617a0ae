import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Cancels open assignments, in one statement; submitted or cancelled ones stay unchanged. By id. */
export async function cancelOpenAssignments(tx: Tx, which: OpenAssignments, now: Date) {
  return await tables(tx)
    .with("cancelled", (part) =>
      part
        .updateTable("formAssignment as assignment")
        .from("relationship")
        .set((assignment) => ({
          status: "CANCELLED" as const,
          revision: assignment("assignment.revision", "+", 1),
          cancelledAt: now,
          updatedAt: now,
        }))
        .whereRef("relationship.id", "=", "assignment.relationshipId")
        .where("assignment.status", "in", ["ASSIGNED", "IN_PROGRESS"])
        .where((assignment) =>
          "relationshipId" in which
            ? assignment("assignment.relationshipId", "=", which.relationshipId)
            : assignment("assignment.id", "=", which.formAssignmentId),
        )
        .returning([
          "assignment.id",
          "assignment.relationshipId",
          "relationship.workspaceId",
          "assignment.formVersionId",
          "assignment.sourceType",
          "assignment.sourceId",
          "assignment.revision",
        ]),
    )
    .selectFrom("cancelled")
    .selectAll()
    .orderBy("id")
    .execute();
}

/** Selects open assignments: one, or all of a relationship. */
export type OpenAssignments =
  | { readonly formAssignmentId: string }
  | { readonly relationshipId: string };

/** An assignment that was open before. */
export type CancelledAssignment = Awaited<ReturnType<typeof cancelOpenAssignments>>[number];
