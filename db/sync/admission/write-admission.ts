import { sql } from "kysely";
import type { ClientOutboxHealth } from "../../../contract/sync/schema.ts";
import type { FinalStatus } from "../../../contract/sync/vocabulary.ts";
import type { ClockReading } from "../../../rules/sync/correct-clock.ts";
import { appendingRows, type NewOutboxRow, wakesActors } from "../../outbox/append-events.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { traceToStore } from "../../platform/tracing/stored-traces.ts";
import { operationKey } from "../../platform/statements/operation-key.ts";
import { rowArrays, rowTable, type RowTypes } from "../../platform/statements/row-arrays.ts";
import { packText } from "../pack-text.ts";
import { packAnswers, type AnswerLine } from "../receipts/answers.ts";
import { lowerIfStuck, upsertSeen } from "./seen-row.ts";
import type { BatchOwner } from "./write-deferred.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/**
 * Last statement of a batch: batch, raw request, answers, receipts, outbox, scope change, scope counter, device chain
 * and last contact, in one round trip. Under the lineage lock a receipt cannot exist yet, so there is no conflict
 * clause; the unique key stays as a proof. Few batches wake an actor, or may leave an outbox that is stuck; the others
 * spare PostgreSQL the parts that write actors.
 *
 * @throws a database error if it wrote other rows than planned.
 */
export async function writeAdmission(
  executor: QueryExecutor,
  record: AdmissionRecord,
): Promise<void> {
  const { operations, lines, now, chainSeqBefore } = record;
  const chainSeq = chainSeqBefore + operations.length;
  const isAnswered = operations.length > 0;
  const seq = record.seqBefore + (record.changes === null ? 0 : 1);
  const count = (status: FinalStatus) => operations.filter((row) => row.status === status).length;
  const outboxHealth = record.lastSeen?.outboxHealth ?? null;
  const present = record.lastSeen !== null;
  // A device that reports nothing keeps its row, and the report behind that row has lowered its actor.
  const mayBeStuck = (outboxHealth?.depth ?? 0) > 0;
  const writesActors = mayBeStuck || wakesActors(record.events);
  const receipts = rowArrays(operations, RECEIPT);
  const statement = sql`
    with batch as (
      insert into sync_batch (id, device_id, lineage_id, relationship_id, operation_count,
        accepted_count, rejected_count, conflict_count, deferred_count, status, request_id, admitted_at,
        next_settle_at, received_at, clock_offset_ms, clock_round_trip_ms, chain_first, chain_last,
        trace_context)
      values (${record.batchId}, ${record.deviceId}, ${record.lineageId}, ${record.relationshipId},
        ${record.operationCount}, ${count("ACCEPTED")}, ${count("REJECTED")}, ${count("CONFLICT")},
        ${record.deferredCount}, 'ADMITTED', ${record.requestId}, ${now},
        ${record.settleAt}, ${record.clock.receivedAt}, ${record.clock.offsetMs}, ${record.clock.roundTripMs},
        ${isAnswered ? chainSeqBefore + 1 : null}, ${isAnswered ? chainSeq : null},
        ${traceToStore()})
    ), request as (
      insert into sync_request (batch_id, body, received_at)
      values (${record.batchId}, ${packText(record.body)}, ${now})
    ), answers as (
      insert into sync_answers (batch_id, lines)
      select ${record.batchId}::uuid, lines
      from (values (${isAnswered ? packAnswers({ previousHash: record.chainHashBefore, lines }) : null}::bytea)) as row (lines)
      where lines is not null
    ), written as (
      insert into receipt (op_key, receipt_id, fingerprint, revision, verdict, canonical_id)
      select ${operationKey("identity")}, receipt_id, fingerprint, revision, verdict, canonical_id
      from (
        select ${record.lineageId}::uuid as lineage_id, ${record.relationshipId}::uuid as relationship_id, row.*
        from ${rowTable(RECEIPT, (name) => sql`${receipts[name]}`)} as row
      ) identity
      returning 1
    ), ${appendingRows(record.events, writesActors)}, change as (
      insert into scope_change (relationship_id, seq, changes, changed_at)
      select ${record.relationshipId}::uuid, ${seq}::bigint, changes, ${now}::timestamptz
      from (values (${record.changes === null ? null : JSON.stringify(record.changes)}::jsonb)) as row (changes)
      where changes is not null
    ), scope as (
      update relationship_scope set seq = ${seq}::bigint
      where relationship_id = ${record.relationshipId} and seq = ${record.seqBefore}::bigint
      returning 1
    ), chain as (
      update device set chain_seq = ${chainSeq}::bigint, chain_hash = ${record.chainHash}
      where id = ${record.deviceId} and chain_seq = ${chainSeqBefore}::bigint
      returning 1
    ), seen as (
      ${upsertSeen({ deviceId: record.deviceId, now, outboxHealth, clock: record.clock, present })}
      returning *
    )${writesActors ? sql`, stuck as (${lowerIfStuck(record.actorId, record.wakesActor)})` : sql``}
    select require_rows('receipts', (select count(*) from written), ${operations.length}::int),
           require_rows('the scope', (select count(*) from scope), 1),
           require_rows('the chain', (select count(*) from chain), 1)
  `;
  const name = writesActors ? "write-admission-and-actors" : "write-admission";
  await runNamed(executor, name, statement);
}

/** A receipt to store. */
export interface OperationRow {
  readonly receipt_id: string;
  readonly client_operation_id: string;
  readonly fingerprint: string;
  /** By number; `status` is the resulting final status. */
  readonly verdict: number;
  readonly status: FinalStatus;
  readonly revision: number | null;
  readonly canonical_id: string | null;
}

const RECEIPT: RowTypes<Omit<OperationRow, "status">> = {
  receipt_id: "uuid",
  client_operation_id: "text",
  fingerprint: "uuid",
  verdict: "smallint",
  revision: "bigint",
  canonical_id: "uuid",
};

/** Everything that a batch writes outside of features, except deferrals (`write-deferred.ts`). */
export interface AdmissionRecord extends BatchOwner {
  /** Workflow id of the device's actor, and whether an event of the batch wakes it. */
  readonly actorId: string;
  readonly wakesActor: boolean;
  readonly requestId: string;
  /** When it is due for settlement. */
  readonly settleAt: Date;
  /** Reading of the device's clock. */
  readonly clock: ClockReading;
  readonly body: string;
  readonly operationCount: number;
  readonly deferredCount: number;
  readonly operations: readonly OperationRow[];
  /** The lines of their receipts, in chain order. */
  readonly lines: readonly AnswerLine[];
  readonly events: readonly NewOutboxRow[];
  /** Changed record ids by type, or null without changes. */
  readonly changes: Readonly<Record<string, readonly string[]>> | null;
  readonly seqBefore: number;
  readonly chainSeqBefore: number;
  /** Hashes of the last receipt before the batch, and of the batch's last one. */
  readonly chainHashBefore: string;
  readonly chainHash: string;
  /** The outbox as reported by the device; null if the request does not come from the device itself. */
  readonly lastSeen: { readonly outboxHealth: ClientOutboxHealth } | null;
}
