import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { ADHERENCE_DATES, type AdherenceBucket } from "../../../contract/agenda/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { OverviewItem } from "../../../contract/agenda/overview-schema.ts";
import { adherenceLimitsOf } from "../../workspaces/adherence-limits.ts";
import type { WorkspacePage } from "../../workspaces/workspace-page.ts";

/** Which clients of a workspace, and which of their days. */
export interface OverviewPage extends WorkspacePage {
  /** Null for the present local day of each. */
  readonly date: string | null;
  /** Null for all. */
  readonly buckets: readonly AdherenceBucket[] | null;
  readonly coachUserId: string | null;
}

/** A client of an overview. */
export interface OverviewRow extends Pick<OverviewItem, "counters"> {
  readonly id: string;
  readonly status: RelationshipStatus;
  readonly coachUserId: string;
  readonly clientUserId: string;
  readonly clientDisplayName: string;
  readonly localDate: string;
  readonly timezone: string;
  readonly bucket: AdherenceBucket;
  /** Of 7 dates up to the newest closed one. */
  readonly countedCount: number;
  readonly score: number;
}

/**
 * SQL of the bucket of `week` by `judged.limits`, as `bucketOf` of rules/agenda/adherence-trend.ts judges it; a test
 * compares the two.
 */
const bucket = sql`case
    when week.counted < (judged.limits ->> 'fewestCounted')::int then 'TOO_FEW'
    when 100 * week.score >= (judged.limits ->> 'onTrackPercent')::int * week.counted then 'ON_TRACK'
    when 100 * week.score >= (judged.limits ->> 'attentionPercent')::int * week.counted then 'ATTENTION'
    else 'OFF_TRACK' end`;

/** SQL of the newest closed day of `r`, as `closed.newest`. */
const newestClosed = sql`(select local_date as newest from agenda_day
  where relationship_id = r.id and closed_at is not null order by local_date desc limit 1)`;

/** SQL of the sums of 7 dates up to `closed.newest`: what is closed and was offered. */
const week = sql`(select coalesce(sum(counted_count), 0)::int as counted,
    coalesce(sum(adherence_score), 0) as score
  from agenda_day where relationship_id = r.id and closed_at is not null and not not_offered
    and local_date <= closed.newest and local_date > closed.newest - ${sql.lit(ADHERENCE_DATES.SHORT)})`;

/**
 * A page of the clients of a workspace whose relationship has not ended, the newest first, from the sums of their
 * days, and one more that tells of a next page. One statement.
 */
export async function listOverview(
  em: SqlEntityManager,
  { workspaceId, date, buckets, coachUserId, afterId, limit }: OverviewPage,
): Promise<readonly OverviewRow[]> {
  const wanted = buckets === null ? null : [...buckets];
  const { rows } = await sql<OverviewRow>`/* named: daily-overview */
    select r.id, r.status, r.coach_user_id as "coachUserId", r.client_user_id as "clientUserId",
      profile.display_name as "clientDisplayName", asked.date::text as "localDate",
      coalesce(day.timezone, calendar.timezone) as timezone,
      case when day.local_date is not null then jsonb_build_object('taskCount', day.task_count,
        'completedCount', day.completed_count, 'skippedCount', day.skipped_count,
        'missedCount', day.missed_count) end as counters,
      judged.bucket, week.counted as "countedCount", week.score::float8 as score
    from relationship r
    join relationship_calendar calendar on calendar.relationship_id = r.id
    join client_profile profile on profile.user_id = r.client_user_id
    join coach_workspace workspace on workspace.id = r.workspace_id
    cross join lateral (select coalesce(${date}::date, calendar.local_date) as date) asked
    left join agenda_day day on day.relationship_id = r.id and day.local_date = asked.date
    left join lateral ${newestClosed} closed on true
    cross join lateral ${week} week
    cross join lateral (select ${bucket} as bucket
      from (select ${adherenceLimitsOf("workspace.settings")} as limits) judged) judged
    where r.workspace_id = ${workspaceId} and r.status <> 'ENDED'
      and (${afterId}::uuid is null or r.id < ${afterId}::uuid)
      and (${coachUserId}::uuid is null or r.coach_user_id = ${coachUserId}::uuid)
      and (${wanted}::text[] is null or judged.bucket = any(${wanted}::text[]))
    order by r.id desc
    limit ${limit + 1}
  `.execute(em.getKysely());
  return rows;
}
