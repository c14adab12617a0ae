import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { DeferralKey } from "../retry/deferral.ts";

/**
 * Links a quarantined operation, and those that it redrives itself, to the new operation. The caller has locked its
 * lineage.
 *
 * @throws Error if it was redriven already, which the lock rules out.
 */
export async function markRedriven(
  tx: Tx,
  key: DeferralKey,
  next: { readonly redrivenAs: string; readonly now: Date },
): Promise<void> {
  const { lineageId, relationshipId, clientOperationId } = key;
  const rows = await tables(tx)
    .updateTable("deferredOperation")
    .set({ redrivenAs: next.redrivenAs, updatedAt: next.now })
    .where("lineageId", "=", lineageId)
    .where("relationshipId", "=", relationshipId)
    .where("state", "=", "QUARANTINED")
    .where(({ and, eb, or }) =>
      or([
        and([eb("clientOperationId", "=", clientOperationId), eb("redrivenAs", "is", null)]),
        eb("redrivenAs", "=", clientOperationId),
      ]),
    )
    .returning("clientOperationId as id")
    .execute();
  if (!rows.some(({ id }) => id === clientOperationId))
    throw new Error("Another transaction redrove an operation despite our lock");
}
