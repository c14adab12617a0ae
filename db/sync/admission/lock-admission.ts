import { sql } from "kysely";
import type { Tx } from "../../transact.ts";

/** The rows an admission owns while it runs, by id. */
export interface AdmissionLocks {
  readonly relationshipId: string;
  readonly deviceId: string;
}

/**
 * Statement 1 of a batch (docs/rules.md#storage-lock-order): locks lineage, scope and device, in this
 * order, and reads nothing else, because a row read by the statement that waited may be stale.
 *
 * @returns the lineage, or null when device or scope do not exist.
 */
export async function lockAdmission(tx: Tx, locks: AdmissionLocks): Promise<string | null> {
  const { rows } = await sql<{ lineageId: string }>`/* named: lock-admission */
    select lineage.id as "lineageId"
    from device
    join device_lineage lineage on lineage.id = device.lineage_id
    join relationship_scope scope on scope.relationship_id = ${locks.relationshipId}
    where device.id = ${locks.deviceId}
    for no key update of lineage, scope, device
  `.execute(tx.getKysely());
  return rows[0]?.lineageId ?? null;
}
