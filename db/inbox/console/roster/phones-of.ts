import { sql } from "kysely";

/**
 * SQL of one row about a client's active phones: their last contact, the sums of their reported outboxes, and the
 * oldest report. A relationship that has ended shows nothing of them: they may belong to another coaching by now.
 *
 * @param relationship the alias of the client's relationship.
 */
export function phonesOf(relationship: string) {
  const r = sql.raw(relationship);
  return sql`
    select max(seen.last_sync_at) as last_sync_at, sum(seen.outbox_depth)::int as depth,
      sum(seen.outbox_rejected)::int as rejected,
      min(seen.outbox_reported_at) filter (where seen.outbox_depth is not null) as reported_at
    from device
    join device_lineage lineage on lineage.id = device.lineage_id
    join device_seen seen on seen.device_id = device.id
    where device.user_id = ${r}.client_user_id and device.status = 'ACTIVE'
      and lineage.app_surface = 'CLIENT_MOBILE' and ${r}.status <> 'ENDED'`;
}
