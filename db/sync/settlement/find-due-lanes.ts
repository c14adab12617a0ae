import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { LaneShare } from "../../../rules/sync/lane-share.ts";
import { idMadeAt } from "../../platform/new-id.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { isOfShare, laneByte, numberedShares } from "../../platform/statements/lane-byte.ts";
import { secondsSince } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import { firstRow, wireInstant, type Tx } from "../../platform/transactions/transact.ts";

/**
 * The lanes with due batches, and those with batches that wait for others (docs/rooms/storage.md#relay): one look into
 * an index for each lane.
 */
export async function findDueLanes(
  em: SqlEntityManager,
  shares: readonly LaneShare[],
): Promise<DueLanes> {
  const statement = sql<{
    now: string;
    lane: number;
    dueAt: string | null;
    waitsUntil: string | null;
    waitingCount: number;
  }>`
    select ${wireInstant("clock.now")} as now, named.lane,
      ${wireInstant("found.due_at")} as "dueAt", ${wireInstant("found.waits_until")} as "waitsUntil",
      found.waiting_count as "waitingCount"
    from (select clock_now() as now) clock
    cross join ${numberedShares(shares)}
    cross join lateral (
      select min(next_settle_at) filter (where next_settle_at <= clock.now) as due_at,
        min(next_settle_at) filter (where next_settle_at > clock.now) as waits_until,
        (count(*) filter (where next_settle_at > clock.now))::int as waiting_count
      from (select next_settle_at from sync_batch
        where status = 'ADMITTED' and ${laneByte} between named.first and named.last
          and (settle_attempts = 0 or next_settle_at <= clock.now)
        order by next_settle_at limit ${sql.lit(COMPANY)}) waiting) found
    order by named.lane
  `;
  const rows = await runNamed(em, "due-lanes", statement);
  return {
    now: new Date(firstRow(rows).now),
    lanes: rows.flatMap(({ lane, dueAt }) =>
      dueAt === null ? [] : [{ lane, oldestAt: new Date(dueAt) }],
    ),
    waiting: rows.flatMap(({ lane, waitsUntil, waitingCount }) =>
      waitsUntil === null ? [] : [{ lane, until: new Date(waitsUntil), count: waitingCount }],
    ),
  };
}

/** Enough batches for the lanes to be worth waking: those that wait no longer wait for others. */
export const COMPANY = 16;

/** SQL of whether a row of `sync_batch` waits for this lane (`sync_batch_due_idx`). */
export function waitsFor(share: LaneShare) {
  return sql<boolean>`(status = 'ADMITTED' and ${isOfShare(share)})`;
}

/** A lane with a due batch. */
export interface DueLane {
  readonly lane: number;
  /** When its longest due batch became due. */
  readonly oldestAt: Date;
}

/** These lanes, with the clock at the same moment. */
export interface DueLanes {
  readonly now: Date;
  readonly lanes: readonly DueLane[];
  /** Lanes with batches that were never tried and wait for others; at most {@link COMPANY} are counted. */
  readonly waiting: readonly {
    readonly lane: number;
    readonly until: Date;
    readonly count: number;
  }[];
}

/** A lane with its longest due batches. */
export interface WaitingLane extends DueLane {
  /** Each with the instant at which it is due: a postponed batch counts as another one. At most {@link SAMPLE}. */
  readonly batches: readonly string[];
}

/** The lanes' due batches, with the clock at the same moment. */
export interface WaitingLanes {
  readonly now: Date;
  readonly lanes: readonly WaitingLane[];
}

/** A little more than a lane settles in one transaction. */
const SAMPLE = 50;

/**
 * The lanes with due batches, and these batches: by comparing two samples the caller sees which were settled
 * meanwhile.
 */
export async function findWaitingLanes(
  em: SqlEntityManager,
  shares: readonly LaneShare[],
): Promise<WaitingLanes> {
  const { rows } = await sql<{
    now: string;
    lane: number;
    oldestAt: string | null;
    batches: readonly string[] | null;
  }>`
    select ${wireInstant("clock.now")} as now, named.lane, waiting."oldestAt", waiting.batches
    from (select clock_now() as now) clock
    cross join ${numberedShares(shares)}
    left join lateral (
      select ${wireInstant("min(due.next_settle_at)")} as "oldestAt",
        json_agg(concat(due.id, ' ', due.next_settle_at)) as batches
      from (select id, next_settle_at from sync_batch
        where status = 'ADMITTED' and next_settle_at <= clock.now
          and ${laneByte} between named.first and named.last
        order by next_settle_at limit ${SAMPLE}) due) waiting on true
    order by named.lane
  `.execute(em.getKysely());
  return {
    now: new Date(firstRow(rows).now),
    lanes: rows.flatMap(({ lane, oldestAt, batches }) =>
      oldestAt === null || batches === null
        ? []
        : [{ lane, oldestAt: new Date(oldestAt), batches }],
    ),
  };
}

/** Whether a lane has settled a batch admitted at or after an instant of the database's clock. */
export async function hasSettledSince(
  em: SqlEntityManager,
  share: LaneShare,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sync_batch
    where id >= ${idMadeAt(since.getTime())}::uuid and status = 'SETTLED'
      and ${isOfShare(share)}
    limit 1`.execute(em.getKysely());
  return rows.length > 0;
}

/** The backlog of a lane: how many batches, at most {@link MOST_COUNTED}, and the first of them. */
export interface LaneBacklog {
  readonly now: Date;
  readonly count: number;
  /**
   * When the next of them is due, in the past if it is late; null without one. The relay alone waits for those that
   * were never tried and are not due.
   */
  readonly nextAt: Date | null;
}

/** A larger number would not help an operator. */
const MOST_COUNTED = 10_000;

/** Counts the batches that wait for a lane, due or not. */
export async function readLaneBacklog(
  em: SqlEntityManager,
  share: LaneShare,
): Promise<LaneBacklog> {
  const { rows } = await sql<{ now: string; count: number; nextAt: string | null }>`
    select ${wireInstant("clock_now()")} as now, count(*)::int as count,
      ${wireInstant("min(next_settle_at) filter (where settle_attempts > 0 or next_settle_at <= clock_now())")} as "nextAt"
    from (select next_settle_at, settle_attempts from sync_batch where ${waitsFor(share)}
      order by next_settle_at limit ${MOST_COUNTED}) waiting
  `.execute(em.getKysely());
  const { now, count, nextAt } = firstRow(rows);
  return { now: new Date(now), count, nextAt: nextAt === null ? null : new Date(nextAt) };
}

/** Makes every waiting batch of a lane due now, on request of an operator. */
export async function makeSettlementsDue(tx: Tx, share: LaneShare): Promise<void> {
  await sql`
    with waiting as (
      select id from sync_batch where ${waitsFor(share)} and next_settle_at > clock_now()
      order by id for no key update)
    update sync_batch set next_settle_at = clock_now() where id = any(array(select id from waiting))
  `.execute(tx.getKysely());
}

/** Unsettled batches, due or not. */
export interface UnsettledBatches {
  readonly count: number;
  /** How many of these failed to settle before. */
  readonly failingCount: number;
  /** How long ago the oldest was admitted; 0 without one. */
  readonly oldestSeconds: number;
}

/** Counts unsettled batches, for the metrics. */
export async function countUnsettled(em: SqlEntityManager): Promise<UnsettledBatches> {
  return await tables(em)
    .selectFrom("syncBatch")
    .where("status", "=", "ADMITTED")
    .select(({ fn, lit }) => [
      fn.countAll<number>().as("count"),
      fn.countAll<number>().filterWhere("settleAttempts", ">", 0).as("failingCount"),
      fn.coalesce(secondsSince(fn.min<Date | null>("admittedAt")), lit(0)).as("oldestSeconds"),
    ])
    .executeTakeFirstOrThrow();
}
