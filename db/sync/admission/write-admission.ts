import { sql } from "kysely";
import type { ClockConfidence, ClockFlag } from "../../../contract/sync/clock-vocabulary.ts";
import type { ClientOutboxHealth } from "../../../contract/sync/schema.ts";
import type { FinalStatus, DeferralReason } from "../../../contract/sync/vocabulary.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import { appendingRows, type NewOutboxRow } from "../../outbox/append-events.ts";
import { firstRow, type Tx } from "../../transact.ts";
import { lowerIfStuck, upsertSeen } from "./seen-row.ts";

/** One receipt to store. */
export interface OperationRow {
  readonly receipt_id: string;
  readonly client_operation_id: string;
  readonly ordinal: number;
  readonly type: string;
  readonly version: number;
  readonly expected_revision: number | null;
  readonly payload_checksum: string;
  readonly status: FinalStatus;
  readonly code: string | null;
  readonly answer: string;
  readonly accepted_revision: number | null;
  readonly canonical_record_id: string | null;
  readonly timezone: string | null;
  readonly locale: string | null;
  readonly client_recorded_at: string;
  readonly corrected_at: Date;
  readonly clock_confidence: ClockConfidence;
  readonly clock_flags: readonly ClockFlag[] | null;
  readonly chain_seq: number;
  readonly chain_hash: string;
}

/** One operation that is deferred, with all the actor needs to try it again. */
export interface DeferralRow {
  readonly reason: DeferralReason;
  /** Tries that crashed. */
  readonly attempts: number;
  readonly client_operation_id: string;
  readonly ordinal: number;
  readonly next_attempt_at: string;
  readonly fault_class: string;
  readonly fingerprint: string;
  readonly envelope: string;
  readonly diagnostics_ref: string;
}

/** Media that an operation takes along; without a receipt while it waits for them. */
export interface AttachmentRow {
  readonly client_operation_id: string;
  readonly upload_id: string;
  readonly media_id: string;
  readonly purpose: string;
  readonly receipt_id: string | null;
}

/** Everything of a batch that is not a feature's own. */
export interface AdmissionRecord {
  readonly batchId: string;
  readonly deviceId: string;
  /** Workflow id of the device's actor, and whether an event of the batch wakes it. */
  readonly actorId: string;
  readonly wakesActor: boolean;
  readonly lineageId: string;
  readonly relationshipId: string;
  readonly requestId: string;
  readonly now: Date;
  /** How the device's clock stood. */
  readonly clock: ClockReading;
  readonly body: string;
  readonly operationCount: number;
  readonly operations: readonly OperationRow[];
  readonly deferrals: readonly DeferralRow[];
  /** Ids of operations that were waiting for media and are decided now. */
  readonly resumed: readonly string[];
  readonly attachments: readonly AttachmentRow[];
  readonly events: readonly NewOutboxRow[];
  /** Changed record ids by type, or null when nothing changed. */
  readonly changes: Readonly<Record<string, readonly string[]>> | null;
  readonly seqBefore: number;
  readonly chainSeqBefore: number;
  /** What the device said of its outbox; null when it is not the device that is here. */
  readonly lastSeen: { readonly outboxHealth: ClientOutboxHealth } | null;
}

interface Written {
  readonly operations: number;
  readonly deferrals: number;
  readonly scopes: number;
  readonly chains: number;
}

/**
 * Last statement of a batch: batch, raw payload, receipts, deferrals, outbox, scope change, scope
 * counter, device chain and last last-seen time, in one round trip. Under the lineage lock a receipt cannot
 * exist yet, so there is no conflict clause: the unique key stays as proof.
 *
 * @throws Error when fewer rows were written than planned.
 */
export async function writeAdmission(tx: Tx, record: AdmissionRecord): Promise<void> {
  const { operations, deferrals, now } = record;
  const last = operations.at(-1);
  const seq = record.seqBefore + (record.changes === null ? 0 : 1);
  const count = (status: FinalStatus) => operations.filter((row) => row.status === status).length;
  const outboxHealth = record.lastSeen?.outboxHealth ?? null;
  const present = record.lastSeen !== null;
  const { rows } = await sql<Written>`/* named: write-admission */
    with batch as (
      insert into sync_batch (id, device_id, lineage_id, relationship_id, operation_count,
        accepted_count, rejected_count, conflict_count, deferred_count, status, request_id, admitted_at,
        next_settle_at, received_at, clock_offset_ms, clock_round_trip_ms, chain_first, chain_last)
      values (${record.batchId}, ${record.deviceId}, ${record.lineageId}, ${record.relationshipId},
        ${record.operationCount}, ${count("ACCEPTED")}, ${count("REJECTED")}, ${count("CONFLICT")},
        ${deferrals.length}, 'ADMITTED', ${record.requestId}, ${now},
        ${now}, ${record.clock.receivedAt}, ${record.clock.offsetMs}, ${record.clock.roundTripMs},
        ${operations[0]?.chain_seq ?? null}, ${last?.chain_seq ?? null})
    ), payload as (
      insert into sync_payload (batch_id, body, received_at) values (${record.batchId}, ${record.body}, ${now})
    ), written as (
      insert into sync_operation (receipt_id, batch_id, lineage_id, relationship_id, device_id,
        client_operation_id, ordinal, type, version, expected_revision, payload_checksum, status, code,
        answer, accepted_revision, canonical_record_id, timezone, locale, client_recorded_at,
        corrected_at, clock_confidence, clock_flags, decided_at, chain_seq, chain_hash)
      select receipt_id, ${record.batchId}::uuid, ${record.lineageId}::uuid, ${record.relationshipId}::uuid,
        ${record.deviceId}::uuid, client_operation_id, ordinal, type, version, expected_revision,
        payload_checksum, status, code, answer, accepted_revision, canonical_record_id, timezone, locale,
        client_recorded_at, corrected_at, clock_confidence, clock_flags, ${now}::timestamptz, chain_seq, chain_hash
      from json_to_recordset(${JSON.stringify(operations)}::json) as row (
        receipt_id uuid, client_operation_id text, ordinal int, type text, version int,
        expected_revision bigint, payload_checksum text, status text, code text, answer text,
        accepted_revision bigint, canonical_record_id uuid, timezone text, locale text,
        client_recorded_at timestamptz, corrected_at timestamptz, clock_confidence text,
        clock_flags text[], chain_seq bigint, chain_hash text)
      returning 1
    ), deferral as (
      insert into deferred_operation (lineage_id, relationship_id, client_operation_id, device_id,
        batch_id, ordinal, reason, state, attempts, next_attempt_at, fault_class, fingerprint,
        envelope, diagnostics_ref, created_at, updated_at)
      select ${record.lineageId}::uuid, ${record.relationshipId}::uuid, client_operation_id,
        ${record.deviceId}::uuid, ${record.batchId}::uuid, ordinal, reason, 'OPEN', attempts, next_attempt_at,
        fault_class, fingerprint, envelope, diagnostics_ref, ${now}::timestamptz, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(deferrals)}::json) as row (
        client_operation_id text, ordinal int, reason text, attempts int, next_attempt_at timestamptz, fault_class text,
        fingerprint text, envelope text, diagnostics_ref uuid)
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
      where lineage_id = ${record.lineageId}::uuid and relationship_id = ${record.relationshipId}::uuid
        and client_operation_id = any(${record.resumed}::text[]) and state = 'OPEN'
    ), woken as (
      update deferred_operation set next_attempt_at = ${now}::timestamptz
      where lineage_id = ${record.lineageId}::uuid and relationship_id = ${record.relationshipId}::uuid
        and cardinality(${record.resumed}::text[]) > 0 and state = 'OPEN' and reason = 'DEPENDENCY'
    ), attachment as (
      insert into operation_attachment (lineage_id, relationship_id, client_operation_id, upload_id,
        media_id, purpose, receipt_id, created_at)
      select ${record.lineageId}::uuid, ${record.relationshipId}::uuid, client_operation_id, upload_id,
        media_id, purpose, receipt_id, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(record.attachments)}::json) as row (
        client_operation_id text, upload_id uuid, media_id uuid, purpose text, receipt_id uuid)
      on conflict (lineage_id, relationship_id, client_operation_id, upload_id) do update
      set receipt_id = excluded.receipt_id
    ), ${appendingRows(record.events)}, change as (
      insert into scope_change (relationship_id, seq, changes, changed_at)
      select ${record.relationshipId}::uuid, ${seq}::bigint, changes, ${now}::timestamptz
      from (values (${record.changes === null ? null : JSON.stringify(record.changes)}::jsonb)) as row (changes)
      where changes is not null
    ), scope as (
      update relationship_scope set seq = ${seq}::bigint
      where relationship_id = ${record.relationshipId} and seq = ${record.seqBefore}::bigint
      returning 1
    ), chain as (
      update device set chain_seq = ${last?.chain_seq ?? record.chainSeqBefore}::bigint,
        chain_hash = coalesce(${last?.chain_hash ?? null}, chain_hash)
      where id = ${record.deviceId} and chain_seq = ${record.chainSeqBefore}::bigint
      returning 1
    ), seen as (
      ${upsertSeen({ deviceId: record.deviceId, now, outboxHealth, clock: record.clock, present })}
      returning *
    ), stuck as (
      ${lowerIfStuck(record.actorId, record.wakesActor)}
    )
    select (select count(*)::int from written) as operations, (select count(*)::int from deferral) as deferrals,
           (select count(*)::int from scope) as scopes, (select count(*)::int from chain) as chains
  `.execute(tx.getKysely());
  const written = firstRow(rows);
  if (
    written.operations !== operations.length ||
    written.deferrals !== deferrals.length ||
    written.scopes !== 1 ||
    written.chains !== 1
  )
    throw new Error("An admission wrote other rows than it planned");
}
