import type { Client } from "pg";
import { openLoop } from "./load.ts";
import { databaseNow, untilSettled } from "./stack/meters.ts";
import { renewAll } from "./phones/phones.ts";
import type { Bench } from "./report/rounds.ts";
import type { Side } from "./sides.ts";

/** Seconds of arrivals between two checks of the backlog and of the phones' tokens. */
const CHUNK_SECONDS = 5;

/** The load, and the time without settlement. */
export interface Outage {
  readonly perSecond: number;
  readonly seconds: number;
}

/** How a backlog was worked off while arrivals continued at the same rate. */
export interface Drained {
  /** Waiting batches when the worker was killed and restarted. */
  readonly waiting: number;
  /** Batches per second that arrived throughout. */
  readonly arrivalRate: number;
  /** From the kill until the last waiting batch was settled. */
  readonly seconds: number;
  /** Settled batches per second from the kill on, including the worker's start. */
  readonly settledRate: number;
  /** The same, from the first settled batch on. */
  readonly runningRate: number;
}

/**
 * Freezes the worker while batches arrive, kills it, and measures how fast the next one catches up while batches
 * continue to arrive. The launcher restarts it half a second after the kill.
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
  // Everything is settled first, because a worker frozen within a transaction would keep its locks.
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
  if (rates === undefined) throw new Error("There was no backlog");
  return rates;
}
