import { sql } from "kysely";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { operationKey } from "../../platform/statements/operation-key.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/**
 * Statement 1 of a batch (docs/rooms/storage.md#lock-order): locks lineage, scope and device, in this order. It reads
 * nothing else, because a row read by a statement that waited may be stale. Each row is looked up by its id alone, so
 * that no plan scans a table.
 *
 * @param unlessKnown if the device has a receipt for an operation with this id, nothing is locked or written. Most
 *   likely the whole batch was answered before.
 * @returns the lineage, or null if nothing was locked, also if device or scope do not exist.
 */
export async function lockAdmission(
  executor: QueryExecutor,
  locks: AdmissionLocks,
  unlessKnown: string | null = null,
): Promise<string | null> {
  const statement = sql<{ lineageId: string }>`
    select lineage.id as "lineageId"
    from device
    join device_lineage lineage on lineage.id = device.lineage_id
      and lineage.id = (select own.lineage_id from device own where own.id = ${locks.deviceId})
    join relationship_scope scope on scope.relationship_id = ${locks.relationshipId}
    where device.id = ${locks.deviceId} and not exists (
      select from (
        select lineage.id as lineage_id, ${locks.relationshipId}::uuid as relationship_id,
          ${unlessKnown}::text as client_operation_id
      ) identity
      cross join lateral (select from receipt where op_key = ${operationKey("identity")} limit 1) known)
    for no key update of lineage, scope, device
  `;
  const rows = await runNamed(executor, "lock-admission", statement);
  return rows[0]?.lineageId ?? null;
}

/** The rows that an admission locks, by id. */
export interface AdmissionLocks {
  readonly relationshipId: string;
  readonly deviceId: string;
}
