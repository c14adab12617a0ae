import { sql } from "kysely";
import type { TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import type { StoredEffects } from "../../../rules/quick-log/stored-effects.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { operationKey } from "../../platform/statements/operation-key.ts";
import { batchOf } from "../../platform/statements/receipt-range.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/** Operations of a device in a relationship, by its own operation ids. */
export interface SentOperations {
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly clientOperationIds: readonly string[];
}

/** The quick-log facts of a receipt. */
export interface LoggedReceipt {
  readonly receiptId: string;
  /** The device that sent it first, perhaps a former one of the same lineage. */
  readonly deviceId: string;
  /** Local day of its task; null without a known task. */
  readonly localDate: string | null;
  readonly isAccepted: boolean;
  readonly taskFrom: TaskStatus | null;
  readonly taskTo: TaskStatus | null;
  readonly effects: StoredEffects | null;
}

/**
 * The quick-log facts of the receipts of some operations; those without a receipt are missing. One statement, sent
 * after the writes of their batch.
 */
export async function listLoggedReceipts(
  executor: QueryExecutor,
  { deviceId, relationshipId, clientOperationIds }: SentOperations,
): Promise<readonly LoggedReceipt[]> {
  const statement = sql<LoggedReceipt>`
    select known.receipt_id as "receiptId", sent.device_id as "deviceId",
      logged.local_date::text as "localDate", coalesce(logged.status = 'ACCEPTED', false) as "isAccepted",
      logged.task_from as "taskFrom", logged.task_to as "taskTo", logged.effects
    from device
    cross join lateral (
      select device.lineage_id, ${relationshipId}::uuid as relationship_id, client_operation_id
      from unnest(${clientOperationIds}::text[]) as given (client_operation_id)
    ) identity
    cross join lateral (
      select receipt_id from receipt where op_key = ${operationKey("identity")} limit 1
    ) known
    cross join lateral (
      select device_id from sync_batch where id = ${batchOf("known.receipt_id")} limit 1
    ) sent
    left join lateral (
      select * from quick_log_operation where receipt_id = known.receipt_id limit 1
    ) logged on true
    where device.id = ${deviceId}
  `;
  return await runNamed(executor, "logged-receipts", statement);
}
