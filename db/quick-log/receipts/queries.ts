import { sql } from "kysely";
import type { TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import type { StoredEffects } from "../../../rules/quick-log/stored-effects.ts";
import type { QueryExecutor } from "../../pipeline.ts";
import { operationKey } from "../../operation-key.ts";
import { batchOf } from "../../receipt-range.ts";

/** Operations of a device in a relationship, by the ids that it gave them. */
export interface SentOperations {
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly clientOperationIds: readonly string[];
}

/** What stands behind a receipt of quick-log. */
export interface LoggedReceipt {
  readonly receiptId: string;
  /** That sent it first: maybe a former one of the same lineage. */
  readonly deviceId: string;
  /** Of the task that it is of; null of what is of none that is known. */
  readonly localDate: string | null;
  readonly isAccepted: boolean;
  readonly taskFrom: TaskStatus | null;
  readonly taskTo: TaskStatus | null;
  readonly effects: StoredEffects | null;
}

/**
 * What stands behind the receipts of some operations, as it was stored with them; of what has no receipt there is
 * nothing. One statement, sent behind the writes of the batch that brings them.
 */
export async function listLoggedReceipts(
  executor: QueryExecutor,
  { deviceId, relationshipId, clientOperationIds }: SentOperations,
): Promise<readonly LoggedReceipt[]> {
  const { rows } = await sql<LoggedReceipt>`/* named: logged-receipts */
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
  `.execute(executor);
  return rows;
}
