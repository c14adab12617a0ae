import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { AdherenceDayFacts } from "../../../contract/agenda/adherence-schema.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { AdherenceLimits } from "../../../contract/workspaces/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { SummedDay } from "../../../rules/agenda/adherence-trend.ts";
import { firstRow, wireInstant } from "../../transact.ts";
import { adherenceLimitsOf } from "../../workspaces/adherence-limits.ts";

/** A day with its sums, and what became of it. */
export type AdherenceDayRow = AdherenceDayFacts & SummedDay;

/** The days of a relationship, and by what they are judged. */
export interface RelationshipAdherence {
  readonly limits: AdherenceLimits;
  /** The newest day that has closed, null before one has. */
  readonly through: string | null;
  /** The wanted dates up to that one, and the days since; the newest first. */
  readonly days: readonly AdherenceDayRow[];
}

/** SQL of the newest closed day of `relationship`, as `closed.newest`. */
const newestClosed = sql`(select max(local_date) as newest from agenda_day
  where relationship_id = relationship.id and closed_at is not null)`;

/** SQL of a day's sums, for {@link SummedDay}. */
const sums = sql`'localDate', day.local_date, 'countedCount', day.counted_count,
  'doneCount', day.done_count, 'score', day.adherence_score, 'notOffered', day.not_offered,
  'isClosed', day.closed_at is not null`;

/**
 * The adherence of a relationship over so many dates up to its newest closed day. One statement.
 *
 * @throws Refusal NOT_FOUND when there is no such relationship.
 */
export async function getRelationshipAdherence(
  em: SqlEntityManager,
  { relationshipId, dates }: { readonly relationshipId: string; readonly dates: number },
): Promise<RelationshipAdherence> {
  const { rows } = await sql<RelationshipAdherence>`/* named: relationship-adherence */
    select ${adherenceLimitsOf("workspace.settings")} as limits, closed.newest::text as through, days.list as days
    from relationship
    join coach_workspace workspace on workspace.id = relationship.workspace_id
    cross join lateral ${newestClosed} closed
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(${sums}, 'timezone', day.timezone,
        'taskCount', day.task_count, 'completedCount', day.completed_count,
        'skippedCount', day.skipped_count, 'missedCount', day.missed_count,
        'closedAt', ${wireInstant("day.closed_at")}, 'correctedAt', ${wireInstant("day.corrected_at")},
        'lateCount', day.late_count, 'reviewedAt', ${wireInstant("day.reviewed_at")},
        'lastReviewedAt', ${wireInstant("day.last_reviewed_at")},
        'changedAfterReviewAt', ${wireInstant("day.changed_after_review_at")},
        'invalidatedAt', ${wireInstant("day.invalidated_at")}
      ) order by day.local_date desc), '[]') as list
      from agenda_day day
      where day.relationship_id = relationship.id
        and (closed.newest is null or day.local_date > closed.newest - ${dates}::int)
    ) days
    where relationship.id = ${relationshipId}
  `.execute(em.getKysely());
  if (rows.length === 0) throw new Refusal("NOT_FOUND");
  return firstRow(rows);
}

/** What the judging of a relationship's trend looks at. */
export interface TrendFacts {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly status: RelationshipStatus;
  readonly limits: AdherenceLimits;
  readonly through: string;
  readonly days: readonly SummedDay[];
  /** RFC 3339; null for none. */
  readonly fellAt: string | null;
  readonly toldAt: string | null;
}

/** The same of some relationships that have closed a day, and how their trends stood before. One statement. */
export async function listTrendFacts(
  em: SqlEntityManager,
  {
    relationshipIds,
    dates,
  }: { readonly relationshipIds: readonly string[]; readonly dates: number },
): Promise<readonly TrendFacts[]> {
  const { rows } = await sql<TrendFacts>`/* named: trend-facts */
    select relationship.id as "relationshipId", relationship.workspace_id as "workspaceId",
      relationship.status, ${adherenceLimitsOf("workspace.settings")} as limits,
      closed.newest::text as through, days.list as days,
      ${wireInstant("trend.fell_at")} as "fellAt", ${wireInstant("trend.told_at")} as "toldAt"
    from unnest(${[...relationshipIds]}::uuid[]) as wanted (id)
    join lateral (select * from relationship where relationship.id = wanted.id limit 1) relationship on true
    join coach_workspace workspace on workspace.id = relationship.workspace_id
    cross join lateral ${newestClosed} closed
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(${sums})), '[]') as list from agenda_day day
      where day.relationship_id = relationship.id and day.local_date <= closed.newest
        and day.local_date > closed.newest - ${dates}::int
    ) days
    left join progress_trend trend on trend.relationship_id = relationship.id
    where closed.newest is not null
    order by relationship.id
  `.execute(em.getKysely());
  return rows;
}
