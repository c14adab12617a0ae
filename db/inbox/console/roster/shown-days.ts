import { type RawBuilder, sql } from "kysely";
import { ADHERENCE_DATES } from "../../../../contract/agenda/adherence/vocabulary.ts";
import { ROSTER_LIMITS } from "../../../../contract/inbox/console/vocabulary.ts";
import { bucketOfSums, newestClosedDay, percentOfSums } from "./client-adherence.ts";

/**
 * SQL of one row about the days of client `r` up to `present.today`: the last ones as JSON texts, their number, both
 * percentages of adherence. Most of the time goes into fetching the days, so each is fetched once: the dates of the
 * list and those of the adherence overlap.
 */
export function shownDays(workspaceId: string | RawBuilder<string>): RawBuilder<unknown> {
  return sql`
    select sums.texts, sums.count, ${percentOfSums("7", workspaceId)} as percent7,
      ${percentOfSums("28", workspaceId)} as percent28, ${bucketOfSums(workspaceId)} as bucket
    from ${newestClosedDay}
    cross join lateral (
      select read.texts, read.count, read.counted7, read.score7,
        read.counted7 + read.counted_before as counted28, read.score7 + read.score_before as score28
      from (select (count(*) ${isListed})::int as count, string_agg(${dayText}, ',' order by day.local_date) ${isListed} as texts,
          coalesce(sum(day.counted_count) ${isShort}, 0) as counted7,
          coalesce(sum(day.adherence_score) ${isShort}, 0) as score7,
          coalesce(sum(day.counted_count) ${isBefore}, 0) as counted_before,
          coalesce(sum(day.adherence_score) ${isBefore}, 0) as score_before
        from agenda_day day where day.relationship_id = r.id
          and day.local_date > least(${firstListed}, ${before("LONG")})) read) sums`;
}

const before = (span: keyof typeof ADHERENCE_DATES) =>
  sql`closed.newest - ${sql.lit(ADHERENCE_DATES[span])}`;
const firstListed = sql`present.today - ${sql.lit(ROSTER_LIMITS.days)}`;
const isListed = sql`filter (where day.local_date > ${firstListed} and day.local_date <= present.today)`;
const isShort = sql`filter (where day.local_date > ${before("SHORT")}
  and day.closed_at is not null and not day.not_offered)`;
const isBefore = sql`filter (where day.local_date <= ${before("SHORT")}
  and day.local_date > ${before("LONG")} and day.closed_at is not null and not day.not_offered)`;

/**
 * A day as JSON text. `concat` writes it into one buffer; a chain of `||` copies the text with each part, and
 * `json_build_object` escapes what needs no escape.
 */
const dayText = sql`concat('{"localDate":"', day.local_date, '","state":"', case
    when day.not_offered then 'NOT_OFFERED' when day.closed_at is not null then 'CLOSED'
    when day.hold_reason is not null then 'HELD' else 'OPEN' end,
  '","tasks":', day.task_count, ',"completed":', day.completed_count, ',"skipped":', day.skipped_count,
  ',"missed":', day.missed_count, ',"late":', day.late_count, '}')`;
