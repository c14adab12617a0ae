import { type Expression, sql } from "kysely";
import { FULL_RECEIPT_DAYS } from "../../../contract/sync/vocabulary.ts";
import { ACCEPTED_NUMBER } from "../../../contract/sync/verdict-number.ts";
import { operationKey } from "../../platform/statements/operation-key.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import type { ReceiptKept } from "./receipt-kept.ts";
import { batchOfKept } from "./stored-receipts.ts";

/** SQL of the instant before which receipts may be pruned. */
export const prunedBefore = onceDaysAgo(FULL_RECEIPT_DAYS);

/** SQL of whether the receipt is resolved: one of its successive replacements was accepted. */
const isResolved = sql<boolean>`exists (
  with recursive sent (client_operation_id) as (
    select replaced_by from operation_replacement
    where lineage_id = receipt.lineage_id and relationship_id = receipt.relationship_id
      and client_operation_id = receipt.client_operation_id
    union
    select replacement.replaced_by
    from sent join operation_replacement replacement
      on replacement.lineage_id = receipt.lineage_id
        and replacement.relationship_id = receipt.relationship_id
        and replacement.client_operation_id = sent.client_operation_id
  )
  select from (select receipt.lineage_id, receipt.relationship_id, sent.client_operation_id from sent) identity
  left join lateral (
    select verdict from receipt where op_key = ${operationKey("identity")} limit 1) known on true
  where identity.client_operation_id = '' or known.verdict = ${sql.lit(ACCEPTED_NUMBER)})`;

/**
 * SQL of whether the line of an old receipt may be deleted, for a row `receipt` with the columns of its batch. The
 * batch is settled, no audit row cites the receipt, and a conflict is resolved or its scope has ended
 * (docs/rooms/sync.md#retention).
 */
export const mayBePruned = sql<boolean>`(
  receipt.batch_status = 'SETTLED'
  and not exists (select from support_access_audit audit
                  where audit.receipt_id = receipt.receipt_id)
  and (receipt.status <> 'CONFLICT'
       or exists (select from relationship
                  where relationship.id = receipt.relationship_id and relationship.status = 'ENDED')
       or ${isResolved}))`;

/** SQL of the kept receipts of a device, for `mayBePruned`. @param device SQL of its id. */
export function keptOfDevice(device: Expression<string>) {
  return sql<Pick<ReceiptKept, "receiptId" | "chainSeq" | "status">>`(
    select kept.*, batch.lineage_id, batch.relationship_id, batch.status as batch_status
    from receipt_kept kept cross join lateral ${batchOfKept}
    where kept.device_id = ${device})`;
}
