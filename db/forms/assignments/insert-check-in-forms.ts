import type { TaskForm } from "../../../contract/agenda/schema.ts";
import { records } from "../../platform/statements/records.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Assigns clients the forms of their check-ins, each once. One statement, or none without forms. */
export async function insertCheckInForms(
  tx: Tx,
  forms: readonly CheckInForm[],
): Promise<readonly { readonly id: string; readonly relationshipId: string }[]> {
  if (forms.length === 0) return [];
  const rows = forms.map(({ formAssignmentId: id, taskId: sourceId, now, ...form }) => ({
    id,
    formVersionId: form.formVersionId,
    relationshipId: form.relationshipId,
    sourceType: "CHECK_IN",
    sourceId,
    status: "ASSIGNED",
    revision: 1,
    dueAt: form.dueAt,
    createdAt: now,
    updatedAt: now,
  }));
  const columns = ROW.map(([name]) => name);
  return await tables(tx)
    .insertInto("formAssignment")
    .columns(columns)
    .expression((from) =>
      from.selectFrom(records(rows, ROW).as("row")).select(columns).orderBy("id"),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "relationshipId"])
    .execute();
}

/** The form to assign for a plan's check-in. */
export interface CheckInForm extends Pick<TaskForm, "formAssignmentId" | "formVersionId"> {
  readonly taskId: string;
  readonly relationshipId: string;
  readonly dueAt: Date | null;
  readonly now: Date;
}

const ROW = [
  ["id", "uuid"],
  ["formVersionId", "uuid"],
  ["relationshipId", "uuid"],
  ["sourceType", "text"],
  ["sourceId", "uuid"],
  ["status", "text"],
  ["revision", "int"],
  ["dueAt", "timestamptz"],
  ["createdAt", "timestamptz"],
  ["updatedAt", "timestamptz"],
] as const;
