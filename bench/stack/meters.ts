import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { processLoad } from "./processes.ts";
import type { Side } from "../sides.ts";

/** Resources used so far. */
export interface Reading {
  /** CPU seconds by process. */
  readonly cpu: Readonly<Record<string, number>>;
  /** Writing transactions. */
  readonly writes: number;
  readonly walBytes: number;
}

/** Reads the meters. A transaction without writes gets no number. */
export async function readMeters(database: Client, { pids }: Pick<Side, "pids">): Promise<Reading> {
  const { rows } = await database.query<{ writes: string; wal: string }>(
    `select pg_snapshot_xmax(pg_current_snapshot())::text as writes,
            (pg_current_wal_insert_lsn() - '0/0')::text as wal`,
  );
  return {
    cpu: eachPart(pids, (pid, part) => processLoad(pid, part).cpuSeconds),
    writes: Number(rows[0]?.writes),
    walBytes: Number(rows[0]?.wal),
  };
}

/** Resources used between two readings. */
export function usedBetween(before: Reading, after: Reading): Reading {
  return {
    cpu: eachPart(after.cpu, (used, part) => used - (before.cpu[part] ?? 0)),
    writes: after.writes - before.writes,
    walBytes: after.walBytes - before.walBytes,
  };
}

function eachPart(
  figures: Readonly<Record<string, number>>,
  change: (figure: number, part: string) => number,
): Record<string, number> {
  const changed: Record<string, number> = {};
  for (const [part, figure] of Object.entries(figures)) changed[part] = change(figure, part);
  return changed;
}

/** Batches that are not settled yet. */
export async function countAdmitted(database: Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    "select count(*)::int as count from sync_batch where status = 'ADMITTED'",
  );
  return rows[0]?.count ?? 0;
}

/**
 * Waits until all batches are settled and all events delivered; returns the seconds it took. Leased and retried
 * events count, those deferred until the morning do not.
 */
export async function untilSettled(database: Client): Promise<number> {
  const from = performance.now();
  for (;;) {
    const { rows } = await database.query<{ idle: boolean }>(
      `select not exists (select from sync_batch where status = 'ADMITTED')
          and not exists (select from outbox where dead_at is null
                          and available_at < clock_now() + interval '5 minutes') as idle`,
    );
    if (rows[0]?.idle === true) return (performance.now() - from) / 1000;
    await sleep(100);
  }
}

/** Sorted seconds from admission to settlement, for batches admitted since an instant. */
export async function settlementLags(database: Client, since: string): Promise<readonly number[]> {
  const { rows } = await database.query<{ lag: number }>(
    `select extract(epoch from settled_at - admitted_at)::float8 as lag from sync_batch
      where admitted_at >= $1 order by 1`,
    [since],
  );
  return rows.map(({ lag }) => lag);
}

/** Present instant of the database's clock. */
export async function databaseNow(database: Client): Promise<string> {
  const { rows } = await database.query<{ now: string }>("select clock_timestamp()::text as now");
  return rows[0]?.now ?? "";
}

/** Number of rows, which a replay must not change. */
export async function countRows(database: Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select (select count(*) from sync_batch) + (select count(*) from receipt)
          + (select count(*) from quick_log_operation)
          + (select count(*) from scope_change) + (select count(*) from outbox) as count`,
  );
  return Number(rows[0]?.count);
}
