import { type RawBuilder, sql } from "kysely";
import { ADHERENCE_DATES } from "../../../../contract/agenda/adherence/vocabulary.ts";
import type { AdherenceLimits } from "../../../../contract/workspaces/vocabulary.ts";
import { adherenceLimitsOf } from "../../../workspaces/adherence-limits.ts";

/** The spans that a statement needs. */
export interface AdherenceRead {
  readonly workspaceId: string | RawBuilder<string>;
  readonly dates: keyof typeof ADHERENCE_DATES;
}

/**
 * SQL of one row about the adherence of client `r`: `bucket` and `percent7`, with LONG also `percent28`, over dates up
 * to their newest closed day, of closed and offered days. One range of days is read. It equals
 * rules/agenda/adherence-trend.ts; a test compares the two.
 */
export function clientAdherence({ workspaceId, dates }: AdherenceRead): RawBuilder<unknown> {
  return sql`
    select ${percent("7")} as percent7, ${dates === "LONG" ? percent("28") : sql`null`} as percent28,
      case when sums.counted7 < ${limit("fewestCounted")} then 'TOO_FEW'
        when sums.score7 * 100 >= sums.counted7 * ${limit("onTrackPercent")} then 'ON_TRACK'
        when sums.score7 * 100 >= sums.counted7 * ${limit("attentionPercent")} then 'ATTENTION'
        else 'OFF_TRACK' end as bucket
    from (select (select ${adherenceLimitsOf("w.settings")} from coach_workspace w
      where w.id = ${workspaceId}) as limits offset 0) judged
    cross join (select (select past.local_date from agenda_day past
      where past.relationship_id = r.id and past.closed_at is not null
      order by past.local_date desc limit 1) as newest offset 0) closed
    cross join lateral (
      select ${sumsOf("7", ADHERENCE_DATES.SHORT)}
        ${dates === "LONG" ? sql`, ${sumsOf("28", ADHERENCE_DATES.LONG)}` : sql``}
      from agenda_day day
      where day.relationship_id = r.id and day.closed_at is not null and not day.not_offered
        and day.local_date > closed.newest - ${sql.lit(ADHERENCE_DATES[dates])}) sums`;
}

const limit = (name: keyof AdherenceLimits) => sql`(judged.limits ->> ${sql.lit(name)})::int`;

/** SQL of the sums of a number of dates up to the newest closed day. */
function sumsOf(name: "7" | "28", dates: number): RawBuilder<unknown> {
  const judged = sql`filter (where day.local_date > closed.newest - ${sql.lit(dates)})`;
  return sql`coalesce(sum(day.counted_count) ${judged}, 0) as ${sql.id(`counted${name}`)},
    coalesce(sum(day.adherence_score) ${judged}, 0) as ${sql.id(`score${name}`)}`;
}

/** SQL of the share done of what counts, in whole percent as rules/agenda/summarise-day.ts rounds it; null if too few. */
function percent(name: "7" | "28"): RawBuilder<unknown> {
  const [score, counted] = [sql.id("sums", `score${name}`), sql.id("sums", `counted${name}`)];
  return sql`case when ${counted} >= ${limit("fewestCounted")}
    then round(${score} * 100 / nullif(${counted}, 0))::int end`;
}
