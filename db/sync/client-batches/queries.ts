import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { DeferralState } from "../../../contract/sync/vocabulary.ts";
import { batchIdOf } from "../../platform/new-id.ts";
import { operationKey } from "../../platform/statements/operation-key.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";
import { listReceiptsOf, type StoredReceipt } from "../receipts/stored-receipts.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/** An operation of a named batch, with its outcome. */
export interface NamedOperation {
  readonly id: string;
  /** Null without a verdict. */
  readonly receiptId: string | null;
  readonly isAccepted: boolean;
  /** Null unless deferred. */
  readonly deferral: DeferralState | null;
  /** RFC 3339; null unless deferred. */
  readonly nextAttemptAt: string | null;
}

/** The present state of a batch, by the device's own name. */
export interface KnownBatch {
  /** RFC 3339. */
  readonly receivedAt: string;
  readonly now: string;
  readonly operations: readonly NamedOperation[];
  readonly receipts: readonly StoredReceipt[];
}

/** The state of a batch, for any device of the lineage; null for one that never arrived. Two statements. */
export async function findClientBatch(
  em: SqlEntityManager,
  batch: { readonly deviceId: string; readonly relationshipId: string; readonly id: string },
): Promise<KnownBatch | null> {
  const statement = sql<Omit<KnownBatch, "receipts">>`
    select ${wireInstant("batch.received_at")} as "receivedAt", ${wireInstant("clock_now()")} as now,
      (select coalesce(json_agg(json_build_object('id', operation ->> 'id', 'receiptId', known.receipt_id,
          'isAccepted', coalesce(abs(known.verdict) = 1, false), 'deferral', waiting.state,
          'nextAttemptAt', ${wireInstant("waiting.next_attempt_at")}) order by place), '[]')
        from jsonb_array_elements(batch.operations) with ordinality as sent (operation, place)
        cross join lateral (
          select batch.lineage_id, batch.relationship_id, operation ->> 'id' as client_operation_id
        ) identity
        left join lateral (
          select receipt_id, verdict from receipt where op_key = ${operationKey("identity")} limit 1
        ) known on true
        left join deferred_operation waiting on waiting.lineage_id = batch.lineage_id
          and waiting.relationship_id = batch.relationship_id
          and waiting.client_operation_id = operation ->> 'id'
      ) as operations
    from client_batch batch
    join device on device.lineage_id = batch.lineage_id
    where device.id = ${batch.deviceId} and batch.relationship_id = ${batch.relationshipId}
      and batch.id = ${batch.id}
  `;
  const rows = await runNamed(em, "client-batch", statement);
  const [found] = rows;
  if (found === undefined) return null;
  const ids = new Set(found.operations.flatMap(({ receiptId }) => receiptId ?? []));
  const receipts = await listReceiptsOf(em, [...new Set([...ids].map(batchIdOf))]);
  return { ...found, receipts: receipts.filter(({ receiptId }) => ids.has(receiptId)) };
}

/** Selects operations of a device's lineage by their ids. */
export interface RequestedOperations {
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly clientOperationIds: readonly string[];
}

/** The full receipts of some operations, for any device of the lineage. Two statements. */
export async function listReceiptsOfOperations(
  em: SqlEntityManager,
  { deviceId, relationshipId, clientOperationIds }: RequestedOperations,
): Promise<readonly StoredReceipt[]> {
  if (clientOperationIds.length === 0) return [];
  const statement = sql<{ receiptId: string }>`
    select known.receipt_id as "receiptId"
    from device
    cross join unnest(${clientOperationIds}::text[]) as asked (id)
    cross join lateral (
      select device.lineage_id, ${relationshipId}::uuid as relationship_id, asked.id as client_operation_id
    ) identity
    cross join lateral (
      select receipt_id from receipt where op_key = ${operationKey("identity")} limit 1
    ) known
    where device.id = ${deviceId}
  `;
  const rows = await runNamed(em, "receipts-of-operations", statement);
  const ids = new Set(rows.map(({ receiptId }) => receiptId));
  const receipts = await listReceiptsOf(em, [...new Set([...ids].map(batchIdOf))]);
  return receipts.filter(({ receiptId }) => ids.has(receiptId));
}
