import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { DeviceHealth } from "../../../contract/workouts/sync-health-schema.ts";
import { SYNC_HEALTH_LIMITS } from "../../../contract/workouts/sync-health-vocabulary.ts";
import { jsonObject } from "../../platform/statements/sql-parts.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";
import { tables } from "../../tables.ts";
import { batchesOf, keptOf, pageOf } from "../receipts/receipt-page.ts";
import type { StoredReceipt } from "../receipts/stored-receipts.ts";

/** A phone of a client, without its refusals; instants are RFC 3339. */
export type DeviceHealthRow = Omit<DeviceHealth, "refused">;

/**
 * The active phones of a relationship's client with their last reports, the latest sync first. None after the end of
 * the relationship, because they may belong to another coaching by now. One statement.
 */
export async function listDeviceHealth(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<readonly DeviceHealthRow[]> {
  const { rows } = await sql<DeviceHealthRow>`
    select d.id as "deviceId", d.model as name, d.platform, d.app_version as "appVersion",
      d.build_number as "buildNumber", ${wireInstant("seen.last_sync_at")} as "lastSyncAt",
      case when seen.outbox_depth is not null then json_build_object('depth', seen.outbox_depth,
        'oldestAt', ${wireInstant("seen.outbox_oldest_at")}, 'rejected', seen.outbox_rejected,
        'conflicted', seen.outbox_conflicted,
        'reportedAt', ${wireInstant("seen.outbox_reported_at")}) end as outbox,
      (select json_build_object('planId', a.plan_id, 'revision', had.revision,
          'publishedAt', ${wireInstant("had.published_at")}, 'presentRevision', a.applied_revision)
        from plan_assignment a cross join lateral (
          select revision, published_at from plan_revision
          where plan_id = a.plan_id and revision <= a.applied_revision
            and published_at <= seen.last_sync_at
          order by revision desc limit 1) had
        where a.relationship_id = r.id and a.plan_kind = 'PROGRAM' and a.status = 'ACTIVE'
          and a.created_at <= seen.last_sync_at) as plan,
      case when seen.clock_offset_ms is not null then json_build_object(
        'offsetMs', seen.clock_offset_ms, 'readAt', ${wireInstant("seen.clock_read_at")}) end as clock
    from relationship r
    join device d on d.user_id = r.client_user_id and d.status = 'ACTIVE'
    join device_lineage lineage on lineage.id = d.lineage_id and lineage.app_surface = 'CLIENT_MOBILE'
    left join device_seen seen on seen.device_id = d.id
    where r.id = ${relationshipId} and r.status <> 'ENDED'
    order by seen.last_sync_at desc nulls last, d.id desc
    limit ${SYNC_HEALTH_LIMITS.devices}
  `.execute(em.getKysely());
  return rows;
}

/** The newest refusals of some devices, newest first for each; what was sent is not read. One statement. */
export async function listRefusals(
  em: SqlEntityManager,
  deviceIds: readonly string[],
): Promise<readonly StoredReceipt[]> {
  if (deviceIds.length === 0) return [];
  const { refusals: limit } = SYNC_HEALTH_LIMITS;
  const pages = deviceIds.map((deviceId) => ({ deviceId, before: null, limit, refused: true }));
  const found = await tables(em)
    .selectNoFrom(
      pages.map((page, place) =>
        jsonObject({ batches: batchesOf(page), kept: keptOf(page) }).as(`device${place}`),
      ),
    )
    .executeTakeFirstOrThrow();
  return pages.flatMap((page, place) => {
    const one = found[`device${place}`];
    return one === undefined ? [] : pageOf(one, page);
  });
}
