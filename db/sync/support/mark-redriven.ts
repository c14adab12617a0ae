import { sql } from "kysely";
import type { Tx } from "../../transact.ts";
import type { DeferralKey } from "../retry/deferral.ts";

/**
 * Links a quarantined operation to the one it goes on as, and with it those that it was driven again for.
 * The caller holds its lineage.
 *
 * @throws Error when it had gone on already, a fault under the lock.
 */
export async function markRedriven(
  tx: Tx,
  key: DeferralKey,
  next: { readonly redrivenAs: string; readonly now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update deferred_operation set redriven_as = ${next.redrivenAs}, updated_at = ${next.now}
    where lineage_id = ${key.lineageId} and relationship_id = ${key.relationshipId}
      and state = 'QUARANTINED'
      and ((client_operation_id = ${key.clientOperationId} and redriven_as is null)
        or redriven_as = ${key.clientOperationId})
    returning client_operation_id as id
  `.execute(tx.getKysely());
  if (!rows.some(({ id }) => id === key.clientOperationId))
    throw new Error("An operation was driven again by somebody else under our lock");
}
