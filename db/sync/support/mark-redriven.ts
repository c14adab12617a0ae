import { sql } from "kysely";
import type { Tx } from "../../transact.ts";
import type { DeferralKey } from "../retry/deferral.ts";

/**
 * Links a quarantined operation to the one it goes on as, and with it the device's own operation that it
 * was driven again for. The caller holds its lineage.
 *
 * @throws Error when it had gone on already, a fault under the lock.
 */
export async function markRedriven(
  tx: Tx,
  key: DeferralKey & { readonly originId: string },
  next: { readonly redrivenAs: string; readonly now: Date },
): Promise<void> {
  const ids = [...new Set([key.clientOperationId, key.originId])];
  const { numAffectedRows } = await sql`
    update operation_set_aside set redriven_as = ${next.redrivenAs}, updated_at = ${next.now}
    where lineage_id = ${key.lineageId} and relationship_id = ${key.relationshipId}
      and client_operation_id = any(${ids}::text[]) and state = 'QUARANTINED'
      and (redriven_as is null or redriven_as = ${key.clientOperationId})
  `.execute(tx.getKysely());
  if (Number(numAffectedRows ?? 0n) !== ids.length)
    throw new Error("An operation was driven again by somebody else under our lock");
}
