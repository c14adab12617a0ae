import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Erases a client's answers in forms, submitted or not, in all their relationships. */
export async function eraseAnswers(tx: Tx, clientUserId: string): Promise<void> {
  await tables(tx)
    .deleteFrom("formDraft as draft")
    .using("formAssignment as assignment")
    .innerJoin("relationship as r", "r.id", "assignment.relationshipId")
    .whereRef("assignment.id", "=", "draft.assignmentId")
    .where("r.clientUserId", "=", clientUserId)
    .execute();
  await tables(tx)
    .deleteFrom("formSubmission as submission")
    .using("relationship as r")
    .whereRef("r.id", "=", "submission.relationshipId")
    .where("r.clientUserId", "=", clientUserId)
    .execute();
}
