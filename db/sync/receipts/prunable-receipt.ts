import { sql } from "kysely";
import { FULL_RECEIPT_DAYS } from "../../../contract/sync/retention-vocabulary.ts";

/** SQL of the instant before which receipts are old enough to be pruned. */
export const prunedBefore = sql`(select clock_now()) - make_interval(days => ${FULL_RECEIPT_DAYS})`;

/** SQL of whether the receipt was resolved: of those sent in place of it, one after the other, one is accepted. */
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
  select from sent left join sync_operation verdict
    on verdict.lineage_id = receipt.lineage_id and verdict.relationship_id = receipt.relationship_id
      and verdict.client_operation_id = sent.client_operation_id
  where sent.client_operation_id = '' or verdict.status = 'ACCEPTED')`;

/**
 * SQL of whether a tombstone may take the place of an old receipt, row `receipt`: its batch is settled,
 * no audit row cites it, and a conflict was resolved or its scope ended (docs/rules.md#sync-retention).
 */
export const mayBePruned = sql<boolean>`(
  exists (select from sync_batch batch
          where batch.id = receipt.batch_id and batch.status = 'SETTLED')
  and not exists (select from support_access_audit audit
                  where audit.receipt_id = receipt.receipt_id)
  and (receipt.status <> 'CONFLICT'
       or exists (select from relationship
                  where relationship.id = receipt.relationship_id and relationship.status = 'ENDED')
       or ${isResolved}))`;
