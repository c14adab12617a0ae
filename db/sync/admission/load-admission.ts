import { sql } from "kysely";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import type {
  DeviceStatus,
  FinalStatus,
  DeferralReason,
  DeferralState,
} from "../../../contract/sync/vocabulary.ts";
import { firstRow, wireInstant, type Tx } from "../../transact.ts";
import type { AdmissionLocks } from "./lock-admission.ts";
import { tombstoneKey } from "../../tombstone-key.ts";

/** The retained receipt of an operation id, as far as admission needs it. */
export interface KnownReceipt {
  readonly clientOperationId: string;
  readonly receiptId: string;
  readonly type: string;
  readonly version: number;
  readonly expectedRevision: number | null;
  readonly payloadChecksum: string;
  readonly status: FinalStatus;
  /** Narrower code; null of an accepted one. */
  readonly code: string | null;
  readonly answer: string;
  /** The operation that was sent in its place, or null. */
  readonly replacedBy: string | null;
}

/** An operation that waits for the actor. */
export interface KnownDeferral {
  readonly clientOperationId: string;
  readonly reason: DeferralReason;
  readonly state: DeferralState;
  readonly fingerprint: string;
  readonly diagnosticsRef: string;
  readonly nextAttemptAt: string;
}

/** What is left of a receipt after 400 days. */
export interface KnownTombstone {
  readonly clientOperationId: string;
  readonly receiptId: string;
  /** Half a SHA-256 of the operation's fingerprint, as a UUID. */
  readonly fingerprint: string;
  readonly status: FinalStatus;
  /** Narrower code; of an accepted one the status again. */
  readonly code: string;
  readonly canonicalId: string | null;
  readonly revision: number | null;
  /** The operation that was sent in its place, or null; of long ago, empty. */
  readonly replacedBy: string | null;
}

/** What an admission knows once its locks are held. */
export interface AdmissionState {
  readonly now: Date;
  readonly deviceUserId: string;
  readonly deviceStatus: DeviceStatus;
  readonly deviceSurface: string;
  /** The session that the device belongs to. */
  readonly deviceSessionId: string | null;
  readonly chainSeq: number;
  readonly chainHash: string;
  readonly lastSyncAt: Date | null;
  readonly workspaceId: string;
  readonly workspaceStatus: WorkspaceStatus;
  readonly relationshipStatus: RelationshipStatus;
  readonly timezone: string;
  /** When the relationship began. */
  readonly startedAt: Date;
  readonly seq: number;
  readonly epoch: string;
  readonly receipts: readonly KnownReceipt[];
  readonly tombstones: readonly KnownTombstone[];
  readonly deferrals: readonly KnownDeferral[];
}

type Row = Omit<AdmissionState, "now" | "lastSyncAt" | "startedAt"> & {
  readonly now: string;
  readonly startedAt: string;
  readonly lastSyncAt: string | null;
};

/** SQL of the operation that was sent in place of the row `identity`. */
const replacedBy = sql<string | null>`(
  select r.replaced_by from operation_replacement r
  where r.lineage_id = identity.lineage_id and r.relationship_id = identity.relationship_id
    and r.client_operation_id = identity.client_operation_id)`;

/**
 * Statement 2 of a batch: clock, state, chain head, and per operation id its receipt, tombstone or deferral.
 * The look-ups are LATERAL ... LIMIT 1, so that their cost does not grow with a device's history.
 */
export async function loadAdmission(
  tx: Tx,
  locks: AdmissionLocks,
  clientOperationIds: readonly string[],
): Promise<AdmissionState> {
  const { rows } = await sql<Row>`/* named: load-admission */
    select ${wireInstant("clock_now()")} as now,
           device.user_id as "deviceUserId", device.status as "deviceStatus",
           lineage.app_surface as "deviceSurface", device.app_session_id as "deviceSessionId",
           device.chain_seq::float8 as "chainSeq", device.chain_hash as "chainHash",
           ${wireInstant("seen.last_sync_at")} as "lastSyncAt",
           relationship.workspace_id as "workspaceId", workspace.status as "workspaceStatus",
           relationship.status as "relationshipStatus", relationship.timezone,
           ${wireInstant("relationship.started_at")} as "startedAt",
           scope.seq::float8 as seq, scope.epoch,
           known.receipts, known.tombstones, known."deferrals"
    from device
    join device_lineage lineage on lineage.id = device.lineage_id
    join relationship on relationship.id = ${locks.relationshipId}
    join coach_workspace workspace on workspace.id = relationship.workspace_id
    join relationship_scope scope on scope.relationship_id = relationship.id
    left join device_seen seen on seen.device_id = device.id
    cross join lateral (
      select coalesce(json_agg(receipt.row) filter (where receipt.row is not null), '[]') as receipts,
             coalesce(json_agg(tombstone.row) filter (where tombstone.row is not null), '[]') as tombstones,
             coalesce(json_agg(deferral.row) filter (where deferral.row is not null), '[]') as "deferrals"
      from unnest(${clientOperationIds}::text[]) as named (client_operation_id)
      cross join lateral (
        select lineage.id as lineage_id, relationship.id as relationship_id, named.client_operation_id
      ) identity
      left join lateral (
        select json_build_object(
          'clientOperationId', o.client_operation_id, 'receiptId', o.receipt_id, 'type', o.type,
          'version', o.version, 'expectedRevision', o.expected_revision,
          'payloadChecksum', o.payload_checksum, 'status', o.status, 'code', o.code, 'answer', o.answer,
          'replacedBy', case when o.status <> 'ACCEPTED' then ${replacedBy} end) as row
        from sync_operation o
        where o.lineage_id = lineage.id and o.relationship_id = relationship.id
          and o.client_operation_id = named.client_operation_id
        limit 1
      ) receipt on true
      left join lateral (
        select json_build_object(
          'clientOperationId', s.client_operation_id, 'reason', s.reason, 'state', s.state,
          'fingerprint', s.fingerprint, 'diagnosticsRef', s.diagnostics_ref,
          'nextAttemptAt', ${wireInstant("s.next_attempt_at")}) as row
        from deferred_operation s
        where s.lineage_id = lineage.id and s.relationship_id = relationship.id
          and s.client_operation_id = named.client_operation_id
        limit 1
      ) deferral on true
      left join lateral (
        select json_build_object(
          'clientOperationId', named.client_operation_id, 'receiptId', t.receipt_id,
          'fingerprint', t.fingerprint, 'status', verdict.status, 'code', verdict.code,
          'canonicalId', t.canonical_id, 'revision', t.revision,
          'replacedBy', case when verdict.replaced then '' when verdict.status <> 'ACCEPTED'
            then ${replacedBy} end) as row
        from receipt_tombstone t
        join tombstone_verdict verdict on verdict.id = t.verdict
        where receipt.row is null and t.op_key = ${tombstoneKey("identity")}
        limit 1
      ) tombstone on true
    ) known
    where device.id = ${locks.deviceId}
  `.execute(tx.getKysely());
  const row = firstRow(rows);
  return {
    ...row,
    now: new Date(row.now),
    startedAt: new Date(row.startedAt),
    lastSyncAt: row.lastSyncAt === null ? null : new Date(row.lastSyncAt),
  };
}
