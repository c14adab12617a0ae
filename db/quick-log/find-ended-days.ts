import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { LaneShare } from "../../rules/sync/lane-share.ts";
import type { RelationshipDay } from "../agenda/queries.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { isOfShare, laneByte, numberedShares } from "../platform/statements/lane-byte.ts";
import { firstRow, wireInstant, type Tx } from "../platform/transactions/transact.ts";

/** SQL of whether a day waits to become final: the condition of `agenda_day_undo_ends_idx`. */
const isOpen = sql<boolean>`undo_closed_at is null and undo_closes_at is not null`;

/**
 * Days of a lane that should be final, longest due first; read without a lock. Not prepared, as other reads of a lane
 * outside of its slices: nothing there keeps a plan from reading whole tables.
 */
export async function findEndedDays(
  em: SqlEntityManager,
  { share, except, limit }: EndedDays,
): Promise<readonly RelationshipDay[]> {
  const { rows } = await sql<RelationshipDay>`
    select relationship_id as "relationshipId", local_date::text as "localDate" from agenda_day
    where ${isOpen} and undo_closes_at <= (select clock_now()) and ${isOfShare(share)}
      and relationship_id <> all(${except}::uuid[])
    order by undo_closes_at limit ${limit}
  `.execute(em.getKysely());
  return rows;
}

/** Selects days of a lane that should be final. */
export interface EndedDays {
  readonly share: LaneShare;
  /** Relationships that are locked or failed. */
  readonly except: readonly string[];
  readonly limit: number;
}

/**
 * Ends the undo of those of the days whose time is over, each once; the caller has locked their relationships. One
 * statement.
 */
export async function markFinal(
  tx: Tx,
  days: readonly RelationshipDay[],
): Promise<readonly FinalDay[]> {
  const statement = sql<Omit<FinalDay, "closedAt"> & { closedAt: string }>`
    with ended as (
      select day.relationship_id, day.local_date
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
        as wanted ("relationshipId" uuid, "localDate" date)
      join agenda_day day on day.relationship_id = wanted."relationshipId"
        and day.local_date = wanted."localDate"
      where undo_closed_at is null and undo_closes_at <= (select clock_now())
      order by 1, 2 for no key update of day)
    update agenda_day day set undo_closed_at = (select clock_now()) from ended
    where day.relationship_id = ended.relationship_id and day.local_date = ended.local_date
    returning day.relationship_id as "relationshipId", day.local_date::text as "localDate",
      ${wireInstant("day.undo_closed_at")} as "closedAt"
  `;
  const rows = await runNamed(tx, "mark-final", statement);
  return rows.map(({ closedAt, ...day }) => ({ ...day, closedAt: new Date(closedAt) }));
}

/** A day that became final. */
export interface FinalDay extends RelationshipDay {
  readonly closedAt: Date;
}

/** When the next day of a lane becomes final, in the past if it is late; null without one. One index lookup. */
export async function findNextEnd(
  em: SqlEntityManager,
  share: LaneShare,
): Promise<{ readonly now: Date; readonly nextAt: Date | null }> {
  const { rows } = await sql<{ now: string; nextAt: string | null }>`
    select ${wireInstant("clock_now()")} as now, (
      select ${wireInstant("undo_closes_at")} from agenda_day where ${isOpen} and ${isOfShare(share)}
      order by undo_closes_at limit 1) as "nextAt"
  `.execute(em.getKysely());
  const { now, nextAt } = firstRow(rows);
  return { now: new Date(now), nextAt: nextAt === null ? null : new Date(nextAt) };
}

/** Counts the days of a lane that wait to become final, due or not. */
export async function countOpenDays(em: SqlEntityManager, share: LaneShare): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from agenda_day where ${isOpen} and ${isOfShare(share)}
  `.execute(em.getKysely());
  return firstRow(rows).count;
}

/**
 * Lanes with days that should have been final for a number of seconds, with the oldest end of each. Null finds lanes
 * with any day that waits. One index lookup for each lane.
 */
export async function findLanesOfDays(
  em: SqlEntityManager,
  shares: readonly LaneShare[],
  lateBySeconds: number | null,
): Promise<LanesOfDays> {
  const statement = sql<{ now: string; lane: number; oldestAt: string | null }>`
    select ${wireInstant("clock.now")} as now, named.lane, ${wireInstant("found.ends_at")} as "oldestAt"
    from (select clock_now() as now) clock
    cross join ${numberedShares(shares)}
    left join lateral (
      select undo_closes_at as ends_at from agenda_day
      where ${isOpen} and ${laneByte} between named.first and named.last and undo_closes_at
        <= coalesce(clock.now - make_interval(secs => ${lateBySeconds}::float8), 'infinity')
      order by undo_closes_at limit 1) found on true
    order by named.lane
  `;
  const rows = await runNamed(em, "lanes-of-days", statement);
  return {
    now: new Date(firstRow(rows).now),
    lanes: rows.flatMap(({ lane, oldestAt }) =>
      oldestAt === null ? [] : [{ lane, oldestAt: new Date(oldestAt) }],
    ),
  };
}

/** Lanes with days, and the clock at the same moment. */
export interface LanesOfDays {
  readonly now: Date;
  readonly lanes: readonly { readonly lane: number; readonly oldestAt: Date }[];
}
