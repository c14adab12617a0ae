import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { LaneShare } from "../../../rules/sync/lane-share.ts";
import { idMadeAt } from "../../new-id.ts";
import { secondsSince } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import { firstRow, wireInstant, type Tx } from "../../transact.ts";

/** SQL of the byte of a relationship's id by which batches are shared out (`sync_batch_due_idx`). */
const laneByte = sql`get_byte(uuid_send(relationship_id), 15)`;

/** SQL of whether a row of `sync_batch` waits for this lane. */
export function waitsFor({ first, last }: LaneShare) {
  return sql<boolean>`(status = 'ADMITTED' and ${laneByte} between ${first} and ${last})`;
}

/** A lane that holds a batch whose settlement is due. */
export interface DueLane {
  readonly lane: number;
  /** When the batch became due that has been due longest. */
  readonly oldestAt: Date;
}

/** Those lanes, with the clock of the same moment. */
export interface DueLanes {
  readonly now: Date;
  readonly lanes: readonly DueLane[];
}

/** Which of the lanes hold a due batch (docs/rooms/storage.md#relay): one look into one index for each. */
export async function findDueLanes(
  em: SqlEntityManager,
  shares: readonly LaneShare[],
): Promise<DueLanes> {
  const { rows } = await sql<{ now: string; lane: number; oldestAt: string | null }>`
    select ${wireInstant("clock.now")} as now, named.lane,
      ${wireInstant("oldest.next_settle_at")} as "oldestAt"
    from (select clock_now() as now) clock
    cross join jsonb_to_recordset(${JSON.stringify(numbered(shares))}::jsonb)
      as named (lane int, first int, last int)
    left join lateral (
      select next_settle_at from sync_batch
      where status = 'ADMITTED' and next_settle_at <= clock.now
        and ${laneByte} between named.first and named.last
      order by next_settle_at limit 1) oldest on true
    order by named.lane
  `.execute(em.getKysely());
  return {
    now: new Date(firstRow(rows).now),
    lanes: rows.flatMap(({ lane, oldestAt }) =>
      oldestAt === null ? [] : [{ lane, oldestAt: new Date(oldestAt) }],
    ),
  };
}

/** A lane that holds due batches, with the ones that have been due longest. */
export interface WaitingLane extends DueLane {
  /** Each with the instant it is due: one that is postponed is another. At most {@link SAMPLE}. */
  readonly batches: readonly string[];
}

/** What waits in the lanes, with the clock of the same moment. */
export interface WaitingLanes {
  readonly now: Date;
  readonly lanes: readonly WaitingLane[];
}

/** As many as a lane settles in one transaction, and some. */
const SAMPLE = 50;

/** Which lanes hold due batches, and which these are: whoever looks again sees by them what was settled meanwhile. */
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
    cross join jsonb_to_recordset(${JSON.stringify(numbered(shares))}::jsonb)
      as named (lane int, first int, last int)
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

/** Whether a batch of a lane was settled that was admitted no earlier than an instant of the database's clock. */
export async function hasSettledSince(
  em: SqlEntityManager,
  { first, last }: LaneShare,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sync_batch
    where id >= ${idMadeAt(since.getTime())}::uuid and status = 'SETTLED'
      and ${laneByte} between ${first} and ${last}
    limit 1`.execute(em.getKysely());
  return rows.length > 0;
}

function numbered(shares: readonly LaneShare[]) {
  return shares.map((share, lane) => ({ lane, ...share }));
}

/** What waits for a lane: how many batches, at most {@link MOST_COUNTED}, and the first of them. */
export interface LaneBacklog {
  readonly now: Date;
  readonly count: number;
  /** When the next of them is due, in the past when it is late; null without one. */
  readonly nextAt: Date | null;
}

/** Nobody reads on how many thousands there are. */
const MOST_COUNTED = 10_000;

/** Counts what waits for a lane, due or not. */
export async function readLaneBacklog(
  em: SqlEntityManager,
  share: LaneShare,
): Promise<LaneBacklog> {
  const { rows } = await sql<{ now: string; count: number; nextAt: string | null }>`
    select ${wireInstant("clock_now()")} as now, count(*)::int as count,
      ${wireInstant("min(next_settle_at)")} as "nextAt"
    from (select next_settle_at from sync_batch where ${waitsFor(share)}
      order by next_settle_at limit ${MOST_COUNTED}) waiting
  `.execute(em.getKysely());
  const { now, count, nextAt } = firstRow(rows);
  return { now: new Date(now), count, nextAt: nextAt === null ? null : new Date(nextAt) };
}

/** Makes every waiting try of a lane due now, as an operator asked. */
export async function makeSettlementsDue(tx: Tx, share: LaneShare): Promise<void> {
  await sql`
    with waiting as (
      select id from sync_batch where ${waitsFor(share)} and next_settle_at > clock_now()
      order by id for no key update)
    update sync_batch set next_settle_at = clock_now() where id = any(array(select id from waiting))
  `.execute(tx.getKysely());
}

/** Batches that are not settled, whether or not they are due. */
export interface UnsettledBatches {
  readonly count: number;
  /** Of these, how many failed to settle before. */
  readonly failingCount: number;
  /** How long ago the oldest was admitted; 0 without one. */
  readonly oldestSeconds: number;
}

/** Counts the batches that are not settled, for the metrics. */
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
