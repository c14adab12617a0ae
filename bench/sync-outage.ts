import type { Client } from "pg";
import { openLoop } from "./load.ts";
import { databaseNow, untilSettled } from "./stack/meters.ts";
import { renewAll } from "./phones/phones.ts";
import type { Bench } from "./report/rounds.ts";
import type { Side } from "./sides.ts";

/** Arrivals between two looks at what is left, and at the phones' tokens. */
const CHUNK_SECONDS = 5;

/** What arrives, and how long nobody settles it. */
export interface Outage {
  readonly perSecond: number;
  readonly seconds: number;
}

/** How a backlog went away while as much arrived as before. */
export interface Drained {
  /** Batches that waited when the worker was killed and started again. */
  readonly waiting: number;
  /** Batches a second that arrived all the time. */
  readonly arrivalRate: number;
  /** From the kill until the last of those that waited was settled. */
  readonly seconds: number;
  /** Batches a second that were settled from the kill on, the worker's start included. */
  readonly settledRate: number;
  /** The same from the first batch on that was settled. */
  readonly runningRate: number;
}

/**
 * Freezes the worker, lets batches arrive, kills it, and sees how fast the next one catches up while
 * batches go on arriving. The launcher starts it again half a second after it was killed.
 */
export async function measureOutage(
  { stack, database, phones }: Bench,
  { fresh }: Side,
  { perSecond, seconds }: Outage,
): Promise<Drained> {
  await renewAll(stack, phones);
  await untilSettled(database);
  const worker = stack.pids["worker"] ?? 0;
  const frozenAt = await databaseNow(database);
  const arrive = async (forSeconds: number) => {
    await openLoop(fresh, { perSecond, seconds: forSeconds });
    await renewAll(stack, phones);
  };
  // All is settled: a worker frozen within a transaction would hold its locks.
  process.kill(worker, "SIGSTOP");
  for (let past = 0; past < seconds; past += CHUNK_SECONDS)
    await arrive(Math.min(CHUNK_SECONDS, seconds - past));
  const killedAt = await databaseNow(database);
  const waiting = await countWaiting(database, killedAt);
  process.kill(worker, "SIGKILL");
  do await arrive(CHUNK_SECONDS);
  while ((await countWaiting(database, killedAt)) > 0);
  await untilSettled(database);
  return { waiting, ...(await ratesOf(database, { frozenAt, killedAt })) };
}

async function countWaiting(database: Client, admittedBefore: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from sync_batch
      where status = 'ADMITTED' and admitted_at <= $1`,
    [admittedBefore],
  );
  return rows[0]?.count ?? 0;
}

async function ratesOf(
  database: Client,
  { frozenAt, killedAt }: { readonly frozenAt: string; readonly killedAt: string },
) {
  const { rows } = await database.query<Omit<Drained, "waiting">>(
    `with backlog as (
       select min(settled_at) as first, max(settled_at) as last from sync_batch
        where admitted_at between $1 and $2 and settled_at > $2),
     settled as (
       select count(*) as count from sync_batch, backlog where settled_at between $2 and last),
     arrived as (
       select count(*) / extract(epoch from last - $1::timestamptz) as rate
         from sync_batch, backlog where admitted_at between $1 and last group by last)
     select arrived.rate::float8 as "arrivalRate",
            extract(epoch from last - $2::timestamptz)::float8 as seconds,
            (settled.count / extract(epoch from last - $2::timestamptz))::float8 as "settledRate",
            (settled.count / extract(epoch from last - first))::float8 as "runningRate"
       from backlog, settled, arrived`,
    [frozenAt, killedAt],
  );
  const [rates] = rows;
  if (rates === undefined) throw new Error("Nothing had waited");
  return rates;
}
