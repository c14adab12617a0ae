import { sql } from "kysely";
import type { Tx } from "../../transact.ts";
import type { SetAsideKey } from "../set-aside.ts";

/**
 * Links a quarantined operation to the one it goes on as. The caller holds its lineage.
 *
 * @throws Error when it had gone on already, a fault under the lock.
 */
export async function markRedriven(
  tx: Tx,
  key: SetAsideKey,
  next: { readonly redrivenAs: string; readonly now: Date },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update operation_set_aside set redriven_as = ${next.redrivenAs}, updated_at = ${next.now}
    where lineage_id = ${key.lineageId} and relationship_id = ${key.relationshipId}
      and client_operation_id = ${key.clientOperationId}
      and state = 'QUARANTINED' and redriven_as is null
  `.execute(tx.getKysely());
  if (Number(numAffectedRows ?? 0n) !== 1)
    throw new Error("An operation was driven again by somebody else under our lock");
}
