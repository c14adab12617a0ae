import { type RawBuilder, sql } from "kysely";
import { ADHERENCE_DATES } from "../../../../contract/agenda/adherence/vocabulary.ts";
import type { AdherenceLimits } from "../../../../contract/workspaces/vocabulary.ts";
import { adherenceLimitsOf } from "../../../workspaces/adherence-limits.ts";

type WorkspaceId = string | RawBuilder<string>;

/**
 * SQL of one row about the adherence of client `r`: its `bucket`, over seven dates up to their newest closed day, of
 * closed and offered days. One range of days is read. It equals rules/agenda/adherence-trend.ts; a test compares the
 * two.
 */
export function clientAdherence(workspaceId: WorkspaceId): RawBuilder<unknown> {
  // OFFSET 0: the columns are computed once, however often the statement names them.
  return sql`
    select ${bucketOfSums(workspaceId)} as bucket
    from ${newestClosedDay} cross join lateral (
      select coalesce(sum(day.counted_count), 0) as counted7, coalesce(sum(day.adherence_score), 0) as score7
      from agenda_day day
      where day.relationship_id = r.id and day.closed_at is not null and not day.not_offered
        and day.local_date > closed.newest - ${sql.lit(ADHERENCE_DATES.SHORT)}) sums offset 0`;
}

/** SQL of one row `closed`: the newest closed day of client `r`, null before the first. */
export const newestClosedDay = sql`(
  select (select past.local_date from agenda_day past
    where past.relationship_id = r.id and past.closed_at is not null
    order by past.local_date desc limit 1) as newest offset 0) closed`;

/** SQL of the rating of a client by the sums over seven dates. */
export function bucketOfSums(workspaceId: WorkspaceId): RawBuilder<unknown> {
  const limit = (name: keyof AdherenceLimits) => limitOf(workspaceId, name);
  return sql`case when sums.counted7 < ${limit("fewestCounted")} then 'TOO_FEW'
    when sums.score7 * 100 >= sums.counted7 * ${limit("onTrackPercent")} then 'ON_TRACK'
    when sums.score7 * 100 >= sums.counted7 * ${limit("attentionPercent")} then 'ATTENTION'
    else 'OFF_TRACK' end`;
}

/**
 * SQL of the share done of what counts, in whole percent as rules/agenda/summarise-day.ts rounds it; null if too few.
 */
export function percentOfSums(name: "7" | "28", workspaceId: WorkspaceId): RawBuilder<unknown> {
  const [score, counted] = [sql.id("sums", `score${name}`), sql.id("sums", `counted${name}`)];
  return sql`case when ${counted} >= ${limitOf(workspaceId, "fewestCounted")}
    then round(${score} * 100 / nullif(${counted}, 0))::int end`;
}

/** SQL of a limit of a workspace. It depends on no client, so PostgreSQL reads it once for each statement. */
const limitOf = (workspaceId: WorkspaceId, name: keyof AdherenceLimits) => sql`(
  select (${adherenceLimitsOf("w.settings")} ->> ${sql.lit(name)})::int
  from coach_workspace w where w.id = ${workspaceId})`;
