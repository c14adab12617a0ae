import { sql } from "kysely";
import { PROVIDER_DETAIL_DAYS } from "../../contract/providers/vocabulary.ts";
import { firstRow, type Tx } from "../transact.ts";

/** How many detailed rows were summarised and taken away. */
export interface RetainedRows {
  readonly healthCount: number;
  readonly auditCount: number;
}

/**
 * Adds looks and changes older than 30 days to their UTC day and deletes them, at most `limit` of
 * each, in one statement.
 */
export async function retainProviderRows(tx: Tx, limit: number): Promise<RetainedRows> {
  const { rows } = await sql<RetainedRows>`
    with past as (select clock_now() - make_interval(days => ${PROVIDER_DETAIL_DAYS}) as until),
    health as (
      delete from auth_provider_health where id in (
        select id from auth_provider_health, past where checked_at < until
         order by checked_at, id limit ${limit})
      returning provider_key, checked_at, status, latency_ms),
    audit as (
      delete from auth_provider_audit where id in (
        select id from auth_provider_audit, past where created_at < until
         order by created_at, id limit ${limit})
      returning provider_key, created_at),
    reviews as (
      delete from auth_provider_session_review where id in (
        select id from auth_provider_session_review, past where opened_at < until
         order by opened_at, id limit ${limit})),
    summed as (
      select provider_key, day, sum(healthy)::int as healthy, sum(degraded)::int as degraded,
             sum(down)::int as down, max(latency_ms) as slowest, sum(changed)::int as changed
        from (select provider_key, (checked_at at time zone 'UTC')::date as day,
                     (status = 'HEALTHY')::int as healthy, (status = 'DEGRADED')::int as degraded,
                     (status = 'DOWN')::int as down, latency_ms, 0 as changed from health
              union all
              select provider_key, (created_at at time zone 'UTC')::date, 0, 0, 0, null, 1
                from audit) detail
       group by provider_key, day),
    kept as (
      insert into auth_provider_day as d (provider_key, day, healthy_count, degraded_count,
                                          down_count, slowest_ms, change_count)
      select provider_key, day, healthy, degraded, down, slowest, changed from summed
       order by provider_key, day
      on conflict (provider_key, day) do update
         set healthy_count = d.healthy_count + excluded.healthy_count,
             degraded_count = d.degraded_count + excluded.degraded_count,
             down_count = d.down_count + excluded.down_count,
             slowest_ms = greatest(d.slowest_ms, excluded.slowest_ms),
             change_count = d.change_count + excluded.change_count)
    select (select count(*)::int from health) as "healthCount",
           (select count(*)::int from audit) as "auditCount"
  `.execute(tx.getKysely());
  return firstRow(rows);
}
