import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { RAW_PAYLOAD_DAYS } from "../../../../contract/sync/support-vocabulary.ts";
import type { FinalStatus } from "../../../../contract/sync/vocabulary.ts";
import { wireInstant } from "../../../transact.ts";

/** A receipt as support sees it: ids, codes and instants; instants are RFC 3339. */
export interface SupportReceipt {
  readonly receiptId: string;
  readonly relationshipId: string;
  readonly batchId: string;
  readonly clientOperationId: string;
  readonly operationType: string;
  readonly operationVersion: number;
  readonly expectedRevision: number | null;
  readonly status: FinalStatus;
  readonly code: string | null;
  readonly acceptedRevision: number | null;
  readonly canonicalRecordId: string | null;
  readonly clientRecordedAt: string;
  readonly decidedAt: string;
  readonly chainSeq: number;
  readonly hash: string;
}

/** A receipt of an operation that was not accepted, and what helps to find out why. */
export interface RefusedReceipt extends SupportReceipt {
  /** The result as stored, JSON text. */
  readonly answer: string;
  /** How it crashed, of one that was quarantined. */
  readonly fault: {
    readonly faultClass: string;
    readonly attempts: number;
    readonly diagnosticsRef: string;
    readonly redrivenAs: string | null;
  } | null;
  /** Its raw payload can still be read. */
  readonly payloadKept: boolean;
}

/** Which receipts of a device: numbers below `before`, null for the newest. */
interface ReceiptPage {
  readonly deviceId: string;
  readonly before: number | null;
  readonly limit: number;
}

const receiptColumns = sql`
  o.receipt_id as "receiptId", o.relationship_id as "relationshipId", o.batch_id as "batchId",
  o.client_operation_id as "clientOperationId", o.type as "operationType",
  o.version as "operationVersion", o.expected_revision::float8 as "expectedRevision", o.status, o.code,
  o.accepted_revision::float8 as "acceptedRevision", o.canonical_record_id as "canonicalRecordId",
  ${wireInstant("o.client_recorded_at")} as "clientRecordedAt",
  ${wireInstant("o.decided_at")} as "decidedAt", o.chain_seq::float8 as "chainSeq",
  o.chain_hash as hash`;

/** A batch's raw request is there and young enough to be read. */
const payloadReadable = sql`
  payload.received_at > (select clock_now()) - make_interval(days => ${RAW_PAYLOAD_DAYS})`;

/**
 * Where the request stands that an operation came with: of one that another was accepted in place of, the
 * request that it was deferred from.
 */
const cameWith = sql`
  left join lateral (
    select s.batch_id, s.ordinal
    from deferred_operation s
    where s.lineage_id = o.lineage_id and s.relationship_id = o.relationship_id
      and s.client_operation_id = o.client_operation_id and s.state = 'SUPERSEDED'
    limit 1) former on true`;
const itsBatch = sql`coalesce(former.batch_id, o.batch_id)`;

const below = ({ before }: ReceiptPage) => sql`
  (${before}::bigint is null or o.chain_seq < ${before}::bigint)`;

/** A page of a device's receipts, newest first. */
export async function listSupportReceipts(
  em: SqlEntityManager,
  page: ReceiptPage,
): Promise<readonly SupportReceipt[]> {
  const { rows } = await sql<SupportReceipt>`
    select ${receiptColumns}
    from sync_operation o
    where o.device_id = ${page.deviceId} and ${below(page)}
    order by o.chain_seq desc
    limit ${page.limit}
  `.execute(em.getKysely());
  return rows;
}

/** A page of what was rejected or conflicted of a device, newest first. */
export async function listRefusedReceipts(
  em: SqlEntityManager,
  page: ReceiptPage,
): Promise<readonly RefusedReceipt[]> {
  const { rows } = await sql<RefusedReceipt>`
    select ${receiptColumns}, o.answer, deferral.fault,
      exists (select from sync_payload payload
               where payload.batch_id = ${itsBatch} and ${payloadReadable}) as "payloadKept"
    from sync_operation o
    ${cameWith}
    left join lateral (
      select json_build_object(
        'faultClass', s.fault_class, 'attempts', s.attempts, 'diagnosticsRef', s.diagnostics_ref,
        'redrivenAs', s.redriven_as) as fault
      from deferred_operation s
      where s.lineage_id = o.lineage_id and s.relationship_id = o.relationship_id
        and s.client_operation_id = o.client_operation_id and s.state = 'QUARANTINED'
      limit 1) deferral on true
    where o.device_id = ${page.deviceId} and o.status <> 'ACCEPTED' and ${below(page)}
    order by o.chain_seq desc
    limit ${page.limit}
  `.execute(em.getKysely());
  return rows;
}

/** Raw request of an operation, and which of its batch it is. */
export interface RawOperation {
  readonly receiptId: string;
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly clientOperationId: string;
  readonly ordinal: number;
  /** The request as it was kept, JSON text. */
  readonly body: string;
  readonly receivedAt: string;
}

/** The raw request of a receipt; null for an unknown receipt, and once the payload's time is over. */
export async function findRawOperation(
  em: SqlEntityManager,
  receiptId: string,
): Promise<RawOperation | null> {
  const { rows } = await sql<RawOperation>`
    select o.receipt_id as "receiptId", o.device_id as "deviceId",
      o.relationship_id as "relationshipId", o.client_operation_id as "clientOperationId",
      coalesce(former.ordinal, o.ordinal) as ordinal, payload.body,
      ${wireInstant("payload.received_at")} as "receivedAt"
    from sync_operation o
    ${cameWith}
    join sync_payload payload on payload.batch_id = ${itsBatch}
    where o.receipt_id = ${receiptId} and ${payloadReadable}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}
