import { sql } from "kysely";
import type { DeferralReason } from "../../../contract/sync/vocabulary.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/**
 * Writes the rows that few batches have: deferred operations, resumed ones, and the media they reference. One
 * statement, or none.
 *
 * @throws a database error if fewer operations were deferred than planned.
 */
export async function writeDeferred(
  executor: QueryExecutor,
  record: DeferredRecord,
): Promise<void> {
  const { deferrals, resumed, attachments, now } = record;
  if (deferrals.length + resumed.length + attachments.length === 0) return;
  // A parameter, so that only the primary key fits: the partial indexes of open deferrals are small, and the planner
  // would scan them whole.
  const isOpen = sql`state = ${"OPEN"}`;
  const isOfScope = sql`lineage_id = ${record.lineageId}::uuid and relationship_id = ${record.relationshipId}::uuid`;
  const statement = sql`
    with deferral as (
      insert into deferred_operation (lineage_id, relationship_id, client_operation_id, device_id,
        batch_id, ordinal, reason, state, attempts, next_attempt_at, fault_class, fingerprint,
        envelope, diagnostics_ref, created_at, updated_at)
      select ${record.lineageId}::uuid, ${record.relationshipId}::uuid, client_operation_id,
        ${record.deviceId}::uuid, ${record.batchId}::uuid, ordinal, reason, 'OPEN', attempts, next_attempt_at,
        fault_class, fingerprint, envelope, diagnostics_ref, ${now}::timestamptz, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(deferrals)}::json) as row (
        client_operation_id text, ordinal int, reason text, attempts int, next_attempt_at timestamptz, fault_class text,
        fingerprint text, envelope text, diagnostics_ref uuid)
      order by client_operation_id
      on conflict (lineage_id, relationship_id, client_operation_id) do update
      set device_id = excluded.device_id, batch_id = excluded.batch_id, ordinal = excluded.ordinal,
        reason = excluded.reason, attempts = excluded.attempts,
        next_attempt_at = excluded.next_attempt_at, fault_class = excluded.fault_class,
        envelope = excluded.envelope, diagnostics_ref = excluded.diagnostics_ref,
        updated_at = excluded.updated_at
      where deferred_operation.state = 'OPEN'
      returning 1
    ), resumed as (
      update deferred_operation set state = 'DONE', updated_at = ${now}::timestamptz
      where ${isOfScope} and client_operation_id = any(${resumed}::text[]) and ${isOpen}
    ), woken as (
      update deferred_operation set next_attempt_at = ${now}::timestamptz
      where ${isOfScope} and cardinality(${resumed}::text[]) > 0 and ${isOpen} and reason = 'DEPENDENCY'
    ), attachment as (
      insert into operation_attachment (lineage_id, relationship_id, client_operation_id, upload_id,
        media_id, purpose, receipt_id, created_at)
      select ${record.lineageId}::uuid, ${record.relationshipId}::uuid, client_operation_id, upload_id,
        media_id, purpose, receipt_id, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(attachments)}::json) as row (
        client_operation_id text, upload_id uuid, media_id uuid, purpose text, receipt_id uuid)
      order by client_operation_id, upload_id
      on conflict (lineage_id, relationship_id, client_operation_id, upload_id) do update
      set receipt_id = excluded.receipt_id
    )
    select require_rows('deferrals', (select count(*) from deferral), ${deferrals.length}::int)
  `;
  await runNamed(executor, "write-deferred", statement);
}

/** A deferred operation, with everything that the actor needs to retry it. */
export interface DeferralRow {
  readonly reason: DeferralReason;
  /** Crashed attempts. */
  readonly attempts: number;
  readonly client_operation_id: string;
  readonly ordinal: number;
  readonly next_attempt_at: string;
  readonly fault_class: string;
  readonly fingerprint: string;
  readonly envelope: string;
  readonly diagnostics_ref: string;
}

/** Media that an operation references; without a receipt while it waits for them. */
export interface AttachmentRow {
  readonly client_operation_id: string;
  readonly upload_id: string;
  readonly media_id: string;
  readonly purpose: string;
  readonly receipt_id: string | null;
}

/** The owner of a batch, and its admission. */
export interface BatchOwner {
  readonly batchId: string;
  readonly deviceId: string;
  readonly lineageId: string;
  readonly relationshipId: string;
  readonly now: Date;
}

/** The operations of a batch that are deferred or resumed, and their media. */
export interface DeferredRecord extends BatchOwner {
  readonly deferrals: readonly DeferralRow[];
  /** Ids of operations that waited for media and are now decided. */
  readonly resumed: readonly string[];
  readonly attachments: readonly AttachmentRow[];
}
