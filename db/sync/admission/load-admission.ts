import { sql } from "kysely";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import { ACCEPTED_NUMBER, verdictOf } from "../../../contract/sync/verdict-number.ts";
import type {
  DeviceStatus,
  FinalStatus,
  DeferralReason,
  DeferralState,
} from "../../../contract/sync/vocabulary.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { batchIdAt, receiptIdAt } from "../../platform/new-id.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";
import type { AdmissionLocks } from "./lock-admission.ts";
import { operationKey } from "../../platform/statements/operation-key.ts";
import { batchOf } from "../../platform/statements/receipt-range.ts";
import { parseLine, unpackAnswers, type AnswerLine } from "../receipts/answers.ts";
import { zoneNow } from "../../relationships/zone-now.ts";
import { isWatched } from "../../platform/scopes/watched-workspaces.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/** {@link findAdmission} for a locked device and scope. @throws Error if they do not exist. */
export async function loadAdmission(
  executor: QueryExecutor,
  locks: AdmissionLocks,
  clientOperationIds: readonly string[],
): Promise<AdmissionState> {
  const known = await findAdmission(executor, locks, clientOperationIds);
  if (known === null) throw new Error("A locked device or scope no longer exists");
  return known;
}

/** The fields of a receipt that admission needs, while its answer is stored. */
export interface KnownReceipt {
  readonly clientOperationId: string;
  readonly receiptId: string;
  readonly type: string;
  readonly version: number;
  readonly expectedRevision: number | null;
  readonly payloadChecksum: string;
  readonly status: FinalStatus;
  /** Detailed code; null if accepted. */
  readonly code: string | null;
  readonly answer: string;
  /** The operation that replaced it, or null. */
  readonly replacedBy: string | null;
}

/** A deferred operation that waits for the actor. */
export interface KnownDeferral {
  readonly clientOperationId: string;
  readonly reason: DeferralReason;
  readonly state: DeferralState;
  readonly fingerprint: string;
  readonly diagnosticsRef: string;
  readonly nextAttemptAt: string;
}

/** The receipt of an operation whose answer was pruned after 400 days. */
export interface KnownTombstone {
  readonly clientOperationId: string;
  readonly receiptId: string;
  /** Half of the SHA-256 of the operation's fingerprint, as a UUID. */
  readonly fingerprint: string;
  readonly status: FinalStatus;
  /** Detailed code; the status again if accepted. */
  readonly code: string;
  readonly canonicalId: string | null;
  readonly revision: number | null;
  /** The operation that replaced it, or null. Empty if that was so long ago that its id is no longer stored. */
  readonly replacedBy: string | null;
}

/** The state that an admission reads once it has its locks. */
export interface AdmissionState {
  readonly now: Date;
  /** Id of the batch being admitted. */
  readonly batchId: string;
  readonly deviceUserId: string;
  readonly deviceStatus: DeviceStatus;
  readonly deviceSurface: string;
  readonly lineageId: string;
  /** The session of the device. */
  readonly deviceSessionId: string | null;
  readonly chainSeq: number;
  readonly chainHash: string;
  readonly lastSyncAt: Date | null;
  readonly workspaceId: string;
  readonly workspaceStatus: WorkspaceStatus;
  /** Whether somebody waits for changes of the workspace. */
  readonly isWatched: boolean;
  readonly relationshipStatus: RelationshipStatus;
  readonly timezone: string;
  /** The newest opened local day; null without a calendar. */
  readonly openedDate: string | null;
  /** When the relationship started. */
  readonly startedAt: Date;
  readonly seq: number;
  readonly epoch: string;
  /** When the epoch was drawn for a restored database; null before any restore. */
  readonly restoredAt: Date | null;
  readonly receipts: readonly KnownReceipt[];
  readonly tombstones: readonly KnownTombstone[];
  readonly deferrals: readonly KnownDeferral[];
}

type Row = Omit<
  AdmissionState,
  "now" | "batchId" | "lastSyncAt" | "startedAt" | "restoredAt" | "receipts" | "tombstones"
> &
  KnownRows & {
    /** Microseconds since the epoch. */
    readonly nowMicros: number;
    readonly startedAt: string;
    readonly lastSyncAt: string | null;
    readonly restoredAt: string | null;
  };

/** The stored facts about operations. */
interface KnownRows {
  readonly rows: readonly ReceiptRow[];
  /** The answers of each of their batches, packed and in base64. */
  readonly answers: readonly { readonly batchId: string; readonly lines: string }[];
  /** Lines of receipts kept in full longer than their batch's answers, as JSON text. */
  readonly kept: readonly { readonly receiptId: string; readonly line: string }[];
}

interface ReceiptRow {
  readonly clientOperationId: string;
  readonly receiptId: string;
  readonly fingerprint: string;
  readonly verdict: number;
  readonly canonicalId: string | null;
  readonly revision: number | null;
  readonly replacedBy: string | null;
}

/** SQL of the operation that replaced the row `identity`. */
const replacedBy = sql<string | null>`(
  select r.replaced_by from operation_replacement r
  where r.lineage_id = identity.lineage_id and r.relationship_id = identity.relationship_id
    and r.client_operation_id = identity.client_operation_id)`;

/**
 * Statement 2 of a batch: clock, state, chain head, and the receipt or deferral of each operation id. For operations
 * already answered, it returns the answers of each batch once. Null if device or scope do not exist. The look-ups are
 * LATERAL ... LIMIT 1, so that their cost grows neither with a device's history nor with the table.
 */
export async function findAdmission(
  executor: QueryExecutor,
  locks: AdmissionLocks,
  clientOperationIds: readonly string[],
): Promise<AdmissionState | null> {
  const statement = sql<Row>`
    select clock_micros() as "nowMicros", lineage.id as "lineageId",
           device.user_id as "deviceUserId", device.status as "deviceStatus",
           lineage.app_surface as "deviceSurface", device.app_session_id as "deviceSessionId",
           device.chain_seq::float8 as "chainSeq", device.chain_hash as "chainHash",
           ${wireInstant("seen.last_sync_at")} as "lastSyncAt",
           relationship.workspace_id as "workspaceId", workspace.status as "workspaceStatus",
           ${isWatched("relationship.workspace_id")} as "isWatched",
           relationship.status as "relationshipStatus", ${zoneNow("relationship")} as timezone,
           calendar.local_date::text as "openedDate",
           ${wireInstant("relationship.started_at")} as "startedAt",
           scope.seq::float8 as seq, scope.epoch,
           ${wireInstant("scope.restored_at")} as "restoredAt",
           known.rows, known.answers, known.kept, known.deferrals
    from device
    cross join lateral (select * from device_lineage where id = device.lineage_id limit 1) lineage
    join relationship on relationship.id = ${locks.relationshipId}
    cross join lateral (select * from coach_workspace where id = relationship.workspace_id limit 1) workspace
    join relationship_scope scope on scope.relationship_id = ${locks.relationshipId}
    left join relationship_calendar calendar on calendar.relationship_id = ${locks.relationshipId}
    left join device_seen seen on seen.device_id = ${locks.deviceId}
    cross join lateral (
      with identity as materialized (
        select lineage.id as lineage_id, relationship.id as relationship_id, named.client_operation_id
        from unnest(${clientOperationIds}::text[]) as named (client_operation_id)
      ), found as materialized (
        select identity.client_operation_id, receipt.*,
          case when receipt.verdict < 0 then '' when receipt.verdict <> ${sql.lit(ACCEPTED_NUMBER)}
            then ${replacedBy} end as replaced_by
        from identity
        cross join lateral (
          select * from receipt where op_key = ${operationKey("identity")} limit 1
        ) receipt
      )
      select (
        select coalesce(json_agg(json_build_object(
          'clientOperationId', found.client_operation_id, 'receiptId', found.receipt_id,
          'fingerprint', found.fingerprint, 'verdict', found.verdict, 'canonicalId', found.canonical_id,
          'revision', found.revision, 'replacedBy', found.replaced_by)), '[]')
        from found
      ) as rows, (
        select coalesce(json_agg(json_build_object(
          'batchId', batch.id, 'lines', encode(answered.lines, 'base64'))), '[]')
        from (select distinct ${batchOf("receipt_id")} as id from found) batch
        cross join lateral answers_of(batch.id) as answered (lines)
        where answered.lines is not null
      ) as answers, (
        select coalesce(json_agg(json_build_object('receiptId', kept.receipt_id, 'line', kept.line)), '[]')
        from found
        cross join lateral (select * from receipt_kept where receipt_id = found.receipt_id limit 1) kept
      ) as kept, (
        select coalesce(json_agg(json_build_object(
          'clientOperationId', s.client_operation_id, 'reason', s.reason, 'state', s.state,
          'fingerprint', s.fingerprint, 'diagnosticsRef', s.diagnostics_ref,
          'nextAttemptAt', ${wireInstant("s.next_attempt_at")})), '[]')
        from identity
        cross join lateral (
          select * from deferred_operation
          where lineage_id = identity.lineage_id and relationship_id = identity.relationship_id
            and client_operation_id = identity.client_operation_id
          limit 1
        ) s
      ) as deferrals
    ) known
    where device.id = ${locks.deviceId}
  `;
  const rows = await runNamed(executor, "load-admission", statement);
  const [found] = rows;
  if (found === undefined) return null;
  const { nowMicros, rows: receiptRows, answers, kept, ...row } = found;
  return {
    ...row,
    ...receiptsAndTombstones({ rows: receiptRows, answers, kept }),
    now: new Date(Math.floor(nowMicros / 1_000)),
    batchId: batchIdAt(nowMicros),
    startedAt: new Date(row.startedAt),
    lastSyncAt: row.lastSyncAt === null ? null : new Date(row.lastSyncAt),
    restoredAt: row.restoredAt === null ? null : new Date(row.restoredAt),
  };
}

/** Separates receipts whose answers are stored from tombstones. */
function receiptsAndTombstones({
  rows,
  answers,
  kept,
}: KnownRows): Pick<AdmissionState, "receipts" | "tombstones"> {
  const lines = new Map<string, AnswerLine>(
    kept.map(({ receiptId, line }) => [receiptId, parseLine(line)]),
  );
  for (const { batchId, lines: packed } of answers)
    for (const line of unpackAnswers(Buffer.from(packed, "base64")).lines)
      lines.set(receiptIdAt(batchId, line.ordinal), line);
  const receipts: KnownReceipt[] = [];
  const tombstones: KnownTombstone[] = [];
  for (const { verdict, ...row } of rows) {
    const line = lines.get(row.receiptId);
    const { status, code } = verdictOf(verdict);
    if (line === undefined) tombstones.push({ ...row, status, code });
    else receipts.push({ ...line, ...row });
  }
  return { receipts, tombstones };
}
