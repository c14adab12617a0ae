import { sql } from "kysely";
import { operationKey } from "../../platform/statements/operation-key.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/**
 * Marks named batches as reported once everything in them is final, and returns those. The caller has locked their
 * relationships; a batch is returned once. One statement.
 *
 * @param named only the batch with this name; null for all of the relationships.
 */
export async function markFinishedBatches(
  tx: Tx,
  {
    relationshipIds,
    named = null,
  }: { readonly relationshipIds: readonly string[]; readonly named?: string | null },
  now: Date,
): Promise<readonly FinishedBatch[]> {
  const statement = sql<FinishedBatch>`
    update client_batch batch set told_at = ${now}::timestamptz
    from (
      select untold.lineage_id, untold.relationship_id, untold.id, count(*)::int as sent,
        count(known.receipt_id)::int as decided,
        (count(*) filter (where abs(known.verdict) = 1))::int as accepted
      from client_batch untold
      cross join lateral jsonb_array_elements(untold.operations) operation
      cross join lateral (
        select untold.lineage_id, untold.relationship_id, operation ->> 'id' as client_operation_id
      ) identity
      left join lateral (
        select receipt_id, verdict from receipt where op_key = ${operationKey("identity")} limit 1
      ) known on true
      where untold.relationship_id = any(${relationshipIds}::uuid[]) and untold.told_at is null
        and (${named}::uuid is null or untold.id = ${named}::uuid)
      group by untold.lineage_id, untold.relationship_id, untold.id
    ) judged
    where batch.lineage_id = judged.lineage_id and batch.relationship_id = judged.relationship_id
      and batch.id = judged.id and judged.sent = judged.decided
    returning batch.id, batch.lineage_id as "lineageId", batch.relationship_id as "relationshipId", batch.device_id as "deviceId",
      judged.sent as "operationCount", judged.accepted as "acceptedCount"
  `;
  return await runNamed(tx, "finished-batches", statement);
}

/** A batch of a device whose operations all have a verdict. */
export interface FinishedBatch {
  /** The phone's own name for it: another phone may use the same one. */
  readonly id: string;
  readonly lineageId: string;
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly operationCount: number;
  readonly acceptedCount: number;
}
