import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { DeviceSurface } from "../../contract/accounts/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { ReceiptChain } from "../../contract/sync/receipt-schema.ts";
import type { DeviceStatus, Platform, SyncEntityType } from "../../contract/sync/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { firstRow, wireInstant } from "../transact.ts";
import { changesSince, isWholeSince, shownReceipts } from "./scope-parts.ts";
import { type AskedSlices, sliceDigests } from "./receipts/slice-digests.ts";

/** A device as its owner sees it; instants are RFC 3339. */
export interface DeviceView {
  readonly deviceId: string;
  readonly userId: string;
  /** The session that it belongs to. */
  readonly appSessionId: string | null;
  readonly appSurface: DeviceSurface;
  readonly installationId: string;
  readonly appVersion: string;
  readonly buildNumber: number;
  readonly platform: Platform;
  readonly osVersion: string;
  readonly pushTokenId: string | null;
  readonly lastSuccessfulSyncAt: string | null;
  readonly status: DeviceStatus;
  readonly replacesDeviceId: string | null;
  readonly chain: ReceiptChain;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revokedAt: string | null;
}

/** The head of a device's chain, JSON; `device` is its row. */
const chainHead = sql`json_build_object('seq', device.chain_seq, 'hash', device.chain_hash,
  'pruned', case when device.pruned_seq > 0 then json_build_object('seq', device.pruned_seq,
    'hash', device.pruned_hash, 'keptDigest', device.kept_digest) end)`;

const deviceColumns = sql`
  device.id as "deviceId", device.user_id as "userId", device.app_session_id as "appSessionId",
  lineage.app_surface as "appSurface", lineage.installation_id as "installationId", device.app_version as "appVersion",
  device.build_number as "buildNumber", device.platform, device.os_version as "osVersion",
  device.push_token_id as "pushTokenId",
  ${wireInstant("seen.last_sync_at")} as "lastSuccessfulSyncAt", device.status,
  device.replaces_device_id as "replacesDeviceId", ${chainHead} as chain, ${wireInstant("device.created_at")} as "createdAt",
  ${wireInstant("device.updated_at")} as "updatedAt", ${wireInstant("device.revoked_at")} as "revokedAt"`;

const deviceTables = sql`
  device
  join device_lineage lineage on lineage.id = device.lineage_id
  left join device_seen seen on seen.device_id = device.id`;

/** The device with this id, whoever owns it, or null. */
export async function findSyncDevice(
  em: SqlEntityManager,
  deviceId: string,
): Promise<DeviceView | null> {
  const { rows } = await sql<DeviceView>`/* named: sync-device */
    select ${deviceColumns} from ${deviceTables} where device.id = ${deviceId}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** The device with this id. @throws Refusal NOT_FOUND. */
export async function getDevice(em: SqlEntityManager, deviceId: string): Promise<DeviceView> {
  const device = await findSyncDevice(em, deviceId);
  if (device === null) throw new Refusal("NOT_FOUND");
  return device;
}

/** A page of a user's devices, newest first; `before` is the last id of the page before. */
export async function listDevices(
  em: SqlEntityManager,
  page: { readonly userId: string; readonly before: string | null; readonly limit: number },
): Promise<readonly DeviceView[]> {
  const { rows } = await sql<DeviceView>`
    select ${deviceColumns} from ${deviceTables}
    where device.user_id = ${page.userId}
      and (${page.before}::uuid is null or device.id < ${page.before}::uuid)
    order by device.id desc
    limit ${page.limit}
  `.execute(em.getKysely());
  return rows;
}

/** A stored receipt with its place in the device's chain. */
export interface ReceiptView {
  readonly answer: string;
  readonly operationType: string;
  readonly operationVersion: number;
  readonly canonicalRecordId: string | null;
  readonly accepted: boolean;
  readonly decidedAt: string;
  readonly previousHash: string | null;
  readonly hash: string;
}

/** The hash of the receipt before `newest`, null at the start of the chain. */
const hashBefore = sql`coalesce(newest.previous_hash,
  (select before.chain_hash from sync_operation before
   where before.device_id = newest.device_id and before.chain_seq = newest.chain_seq - 1),
  (select pruned.pruned_hash from device pruned
   where pruned.id = newest.device_id and pruned.pruned_seq = newest.chain_seq - 1))`;

/** A stored receipt with all that its hash covers. */
export interface ChainedReceiptView extends ReceiptView {
  readonly chainSeq: number;
  readonly expectedRevision: number | null;
  readonly payloadChecksum: string;
}

/**
 * A page of a device's receipts, newest first, and the head of their chain, from one snapshot;
 * `before` is the last number of the page before.
 */
export async function findReceiptPage(
  em: SqlEntityManager,
  page: { readonly deviceId: string; readonly before: number | null; readonly limit: number },
): Promise<{ readonly chain: ReceiptChain; readonly receipts: readonly ChainedReceiptView[] }> {
  const { rows } = await sql<{ chain: ReceiptChain; receipts: readonly ChainedReceiptView[] }>`
    select ${chainHead} as chain,
      (select coalesce(json_agg(json_build_object(
          'answer', newest.answer, 'operationType', newest.type, 'operationVersion', newest.version,
          'expectedRevision', newest.expected_revision, 'payloadChecksum', newest.payload_checksum,
          'canonicalRecordId', newest.canonical_record_id, 'accepted', newest.status = 'ACCEPTED',
          'decidedAt', ${wireInstant("newest.decided_at")}, 'chainSeq', newest.chain_seq,
          'previousHash', ${hashBefore}, 'hash', newest.chain_hash)
          order by newest.chain_seq desc), '[]')
        from (
          select * from sync_operation
          where device_id = device.id and chain_seq < coalesce(${page.before}::bigint, device.chain_seq + 1)
          order by chain_seq desc
          limit ${page.limit}) newest) as receipts
    from device where device.id = ${page.deviceId}
  `.execute(em.getKysely());
  return firstRow(rows);
}

/** What the read half shows of a scope. */
export interface ScopeSnapshot {
  readonly relationshipStatus: RelationshipStatus;
  readonly seq: number;
  readonly epoch: string;
  readonly now: string;
  readonly receipts: readonly ReceiptView[];
  /** Ids changed after the asked counter, by type; empty without one. */
  readonly changes: readonly { readonly type: SyncEntityType; readonly id: string }[];
  /** None of the changes after the asked counter was pruned. */
  readonly changesKept: boolean;
  /** Digests of the asked slices, by name. */
  readonly slices: readonly { readonly slice: string; readonly digest: string }[];
}

const NO_SLICES: AskedSlices = { names: [], days: [], nearDays: false };

/** Receipts of a device that are looked through for those of one scope, newest first. */
const RECEIPTS_SEEN = 500;

/**
 * The scope's state, the newest receipts of the device, what changed since a counter and the digests of
 * slices, from one snapshot: counter and rows belong together (docs/rules.md#storage-scope-changes). Of a
 * device that syncs many scopes, receipts beyond its newest 500 are left to the replay of their
 * operations.
 *
 * @returns null when the relationship does not exist.
 */
export async function findScopeSnapshot(
  em: SqlEntityManager,
  asked: {
    readonly relationshipId: string;
    readonly deviceId: string;
    readonly sinceSeq: number | null;
    readonly receiptLimit: number;
    readonly slices?: AskedSlices | null;
  },
): Promise<ScopeSnapshot | null> {
  // With slices it is another text for each choice of them.
  const name = sql.raw(asked.slices ? "" : "/* named: scope-snapshot */");
  const { rows } = await sql<ScopeSnapshot>`${name}
    with receipt as materialized (
      select newest.*, ${hashBefore} as hash_before
      from (
        select * from sync_operation where device_id = ${asked.deviceId}
        order by chain_seq desc
        limit ${RECEIPTS_SEEN}
      ) newest
      where newest.relationship_id = ${asked.relationshipId}
      order by newest.chain_seq desc
      limit ${asked.receiptLimit}
    )
    select relationship.status as "relationshipStatus", scope.seq::float8 as seq, scope.epoch,
      ${wireInstant("clock_now()")} as now,
      ${shownReceipts} as receipts, ${changesSince(asked.sinceSeq)} as changes,
      ${isWholeSince(asked.sinceSeq)} as "changesKept",
      ${sliceDigests(asked.slices ?? NO_SLICES)} as slices
    from relationship
    join relationship_scope scope on scope.relationship_id = relationship.id
    where relationship.id = ${asked.relationshipId}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}
