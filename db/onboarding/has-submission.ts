import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import type { LockedTask } from "./locked-task.ts";

/** Whether the form assignment of a task has this submission; no answer is read. */
export async function hasSubmission(
  tx: Tx,
  { formAssignmentId, relationshipId }: Pick<LockedTask, "formAssignmentId" | "relationshipId">,
  submissionId: string,
): Promise<boolean> {
  const found = await tables(tx)
    .selectFrom("formSubmission as s")
    .innerJoin("formAssignment as a", (join) =>
      join
        .onRef("a.id", "=", "s.assignmentId")
        .onRef("a.formVersionId", "=", "s.formVersionId")
        .on("a.status", "=", "SUBMITTED"),
    )
    .select("s.id")
    .where("s.id", "=", submissionId)
    .where("a.id", "=", formAssignmentId)
    .where("s.relationshipId", "=", relationshipId)
    .executeTakeFirst();
  return found !== undefined;
}
