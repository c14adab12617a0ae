import type { Client } from "pg";

/** One table after the load. */
export interface TableBloat {
  readonly table: string;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** Updates that changed no index. */
  readonly hot: number;
  readonly dead: number;
  readonly vacuums: number;
  readonly tableBytes: number;
  /** Bytes of dead rows and of free space, of 100. */
  readonly unusedPercent: number;
  readonly indexBytes: number;
}

/** Forgets what was counted before, so that the figures are those of one load. */
export async function resetCounts(superuser: Client): Promise<void> {
  await superuser.query("create extension if not exists pgstattuple");
  await superuser.query(AFTER_REPORTS);
  await superuser.query("select pg_stat_reset()");
}

/** The tables with the most updates and deletes since the last reset. */
export async function readBloat(superuser: Client): Promise<readonly TableBloat[]> {
  await superuser.query(AFTER_REPORTS);
  const { rows } = await superuser.query<TableBloat>(
    `select t.relname as table, t.n_tup_ins::float8 as inserted, t.n_tup_upd::float8 as updated,
       t.n_tup_del::float8 as deleted, t.n_tup_hot_upd::float8 as hot, t.n_dead_tup::float8 as dead,
       t.autovacuum_count::float8 as vacuums, pg_table_size(t.relid)::float8 as "tableBytes",
       (s.dead_tuple_percent + s.free_percent)::float8 as "unusedPercent",
       pg_indexes_size(t.relid)::float8 as "indexBytes"
     from pg_stat_user_tables t, lateral pgstattuple(t.relid) s
     where t.n_tup_upd + t.n_tup_del > 0
     order by t.n_tup_upd + t.n_tup_del desc limit ${TABLES}`,
  );
  return rows;
}

/** An idle backend may report its last counts ten seconds late. */
const AFTER_REPORTS = "select pg_sleep(11), pg_stat_clear_snapshot()";
/** The others of about ninety tables change far less. */
const TABLES = 12;
