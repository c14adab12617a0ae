import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type { DeviceStatus, Platform } from "../../../contract/sync/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { wireInstant } from "../../transact.ts";

/** Operations of a device that wait for a further try, by why they wait. */
export interface WaitingDeferrals {
  readonly reason: string;
  readonly count: number;
  readonly nextAttemptAt: string;
}

/** A device as support sees it; instants are RFC 3339. */
export interface SupportDevice {
  readonly deviceId: string;
  readonly lineageId: string;
  readonly userId: string;
  readonly appSurface: DeviceSurface;
  readonly appVersion: string;
  readonly buildNumber: number;
  readonly platform: Platform;
  readonly osVersion: string;
  readonly status: DeviceStatus;
  readonly replacesDeviceId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revokedAt: string | null;
  readonly lastSuccessfulSyncAt: string | null;
  /** What the device last said of its outbox; null while it never did. */
  readonly outbox: {
    readonly depth: number;
    readonly oldestRecordedAt: string | null;
    readonly rejected: number;
    readonly conflicted: number;
  } | null;
  /** How its clock stood at the last sync that told of it; null while none did. */
  readonly clock: {
    readonly offsetMs: number;
    readonly roundTripMs: number | null;
    readonly readAt: string;
  } | null;
  readonly setAsides: readonly WaitingDeferrals[];
  readonly quarantinedCount: number;
  readonly batches: {
    readonly notSettled: number;
    /** Of these, how many failed to settle before. */
    readonly failing: number;
    readonly oldestAdmittedAt: string | null;
  };
  /** Head of its receipt chain. */
  readonly chain: { readonly seq: number; readonly hash: string };
}

/** Of `device`, JSON: what waits for a further try, by why it waits. */
const waitingDeferrals = sql`(
  select coalesce(json_agg(json_build_object(
      'reason', waiting.reason, 'count', waiting.count,
      'nextAttemptAt', ${wireInstant("waiting.next")}) order by waiting.reason), '[]')
  from (
    select reason, count(*)::int as count, min(next_attempt_at) as next
    from deferred_operation
    where device_id = device.id and state = 'OPEN'
    group by reason) waiting)`;

const quarantinedCount = sql`(
  select count(*)::int from deferred_operation deferral
  where deferral.device_id = device.id and deferral.state = 'QUARANTINED' and deferral.redriven_as is null)`;

/** Of `device`, JSON: its batches that are not settled. */
const openBatches = sql`(
  select json_build_object(
    'notSettled', count(*)::int, 'failing', count(*) filter (where settle_attempts > 0)::int,
    'oldestAdmittedAt', ${wireInstant("min(admitted_at)")})
  from sync_batch
  where device_id = device.id and status = 'ADMITTED')`;

/** Of `seen`, JSON: what the device last said of its outbox. */
const outboxSaid = sql`case when seen.outbox_depth is not null then json_build_object(
  'depth', seen.outbox_depth, 'oldestRecordedAt', ${wireInstant("seen.outbox_oldest_at")},
  'rejected', seen.outbox_rejected, 'conflicted', seen.outbox_conflicted) end`;

/** Of `seen`, JSON: how the device's clock stood. */
const clockTold = sql`case when seen.clock_read_at is not null then json_build_object(
  'offsetMs', seen.clock_offset_ms, 'roundTripMs', seen.clock_round_trip_ms,
  'readAt', ${wireInstant("seen.clock_read_at")}) end`;

/** A device and what is under way for it, in one statement. @throws Refusal NOT_FOUND. */
export async function getSupportDevice(
  em: SqlEntityManager,
  deviceId: string,
): Promise<SupportDevice> {
  const { rows } = await sql<SupportDevice>`
    select device.id as "deviceId", device.lineage_id as "lineageId", device.user_id as "userId",
      lineage.app_surface as "appSurface", device.app_version as "appVersion",
      device.build_number as "buildNumber", device.platform, device.os_version as "osVersion",
      device.status, device.replaces_device_id as "replacesDeviceId",
      ${wireInstant("device.created_at")} as "createdAt",
      ${wireInstant("device.updated_at")} as "updatedAt",
      ${wireInstant("device.revoked_at")} as "revokedAt",
      ${wireInstant("seen.last_sync_at")} as "lastSuccessfulSyncAt", ${outboxSaid} as outbox, ${clockTold} as clock,
      ${waitingDeferrals} as "setAsides", ${quarantinedCount} as "quarantinedCount",
      ${openBatches} as batches,
      json_build_object('seq', device.chain_seq, 'hash', device.chain_hash) as chain
    from device
    join device_lineage lineage on lineage.id = device.lineage_id
    left join device_seen seen on seen.device_id = device.id
    where device.id = ${deviceId}
  `.execute(em.getKysely());
  const device = rows[0];
  if (device === undefined) throw new Refusal("NOT_FOUND");
  return device;
}
