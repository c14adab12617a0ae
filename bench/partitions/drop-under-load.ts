import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Send } from "../load.ts";
import { BATCH } from "../phones/phones.ts";
import { type Bench, say } from "../report/rounds.ts";
import { loadWhile, type LoadedWhile } from "./load-while.ts";

const MB = 2 ** 20;
const LOCKED = "55P03";

/**
 * Fills the next partition with the answers of that many operations, and drops it under load. The statements are those
 * of `drop_partition`, which only takes the oldest one.
 */
export async function dropUnderLoad(
  bench: Bench,
  send: Send,
  operations: number,
): Promise<Dropped> {
  const { database } = bench;
  const { rows } = await database.query<{ name: string; starts: string }>(
    "select name, starts::text from list_partitions('sync_answers') where starts > now() limit 1",
  );
  const [next] = rows;
  if (next === undefined) throw new Error("No partition is ahead");
  await fill(database, next, operations);
  const before = await sizes(database, next.name);
  let tries = 0;
  const loaded = await loadWhile(bench, send, async () => {
    for (tries = 1; !(await tryDrop(database, next.name)); tries += 1) await sleep(1_000);
  });
  const after = await sizes(database, null);
  return {
    ...loaded,
    tries,
    megabytes: before.table / MB,
    freedMegabytes: (before.database - after.database) / MB,
  };
}

async function tryDrop(client: Client, name: string): Promise<boolean> {
  await client.query("begin; set local lock_timeout = '200ms'");
  try {
    await client.query(`lock table partitions.${name} in share mode`);
    await client.query(`select from partitions.${name} order by batch_id limit 1`);
    await client.query(`drop table partitions.${name}`);
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback");
    if (!(error instanceof Error && "code" in error && error.code === LOCKED)) throw error;
    return false;
  }
}

async function fill(
  database: Client,
  { name, starts }: { readonly name: string; readonly starts: string },
  operations: number,
): Promise<void> {
  say(`filling ${name} ...`);
  await database.query(
    `insert into sync_answers
     select uuidv7($1::timestamptz - clock_timestamp() + make_interval(secs => n * 7000000.0 / $2)), one.lines
     from generate_series(1, $2::integer) n, (select lines from sync_answers order by length(lines) desc limit 1) one`,
    [starts, operations / BATCH],
  );
  await database.query("vacuum analyze sync_answers");
}

/** The drop of a partition beside a load. */
export interface Dropped extends LoadedWhile {
  readonly tries: number;
  readonly megabytes: number;
  /** By which the database became smaller, although batches were written meanwhile. */
  readonly freedMegabytes: number;
}

async function sizes(database: Client, name: string | null) {
  const { rows } = await database.query<{ database: number; table: number }>(
    `select pg_database_size(current_database())::float8 as database,
       coalesce(pg_total_relation_size(to_regclass('partitions.' || $1)), 0)::float8 as table`,
    [name],
  );
  return rows[0] ?? { database: 0, table: 0 };
}
