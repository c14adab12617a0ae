import type { Client } from "pg";

/** One table after the load. */
export interface TableBloat {
  readonly table: string;
  /** Its name with the schema, where a statement needs that: of a partition. */
  readonly qualified: string;
  /** Name of its TOAST table, if it has one. */
  readonly toast: string | null;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** Updates that changed no index. */
  readonly hot: number;
  readonly analyzes: number;
  readonly tableBytes: number;
  readonly liveBytes: number;
  readonly indexBytes: number;
  /** Bytes of new indexes of the same rows. */
  readonly newIndexBytes: number;
}

/** Forgets what was counted before, so that the figures are those of one load. */
export async function resetCounts(superuser: Client): Promise<void> {
  await superuser.query("create extension if not exists pgstattuple");
  await superuser.query(AFTER_REPORTS);
  await superuser.query("select pg_stat_reset()");
}

/** The tables with the most written rows since the last reset. Their indexes are built again for comparison. */
export async function readBloat(superuser: Client): Promise<readonly TableBloat[]> {
  await superuser.query(AFTER_REPORTS);
  const { rows } = await superuser.query<Omit<TableBloat, "newIndexBytes">>(
    `select t.relname as table, t.relid::regclass::text as qualified,
       toast.relname as toast, t.n_tup_ins::float8 as inserted, t.n_tup_upd::float8 as updated,
       t.n_tup_del::float8 as deleted, t.n_tup_hot_upd::float8 as hot, t.autoanalyze_count::float8 as analyzes,
       pg_relation_size(t.relid)::float8 as "tableBytes", s.tuple_len::float8 as "liveBytes",
       pg_indexes_size(t.relid)::float8 as "indexBytes"
     from pg_stat_user_tables t join pg_class c on c.oid = t.relid
     left join pg_class toast on toast.oid = c.reltoastrelid, lateral pgstattuple(t.relid) s
     where t.n_tup_ins + t.n_tup_upd + t.n_tup_del > 0
     order by t.n_tup_ins + t.n_tup_upd + t.n_tup_del desc limit ${TABLES}`,
  );
  const compared: TableBloat[] = [];
  for (const row of rows) {
    await superuser.query(`reindex table ${row.qualified}`);
    const size = await superuser.query<{ bytes: number }>(
      "select pg_indexes_size($1::regclass)::float8 as bytes",
      [row.qualified],
    );
    compared.push({ ...row, newIndexBytes: size.rows[0]?.bytes ?? 0 });
  }
  return compared;
}

/** Samples the dead rows of all tables and keeps the most of each. */
export function watchDeadRows(superuser: Client) {
  const most = new Map<string, number>();
  const sample = async () => {
    const { rows } = await superuser.query<{ table: string; dead: number }>(
      "select relname as table, n_dead_tup::float8 as dead from pg_stat_user_tables",
    );
    for (const { table, dead } of rows) most.set(table, Math.max(dead, most.get(table) ?? 0));
  };
  return { most, sample };
}

/** An idle backend may report its last counts ten seconds late. */
const AFTER_REPORTS = "select pg_sleep(11), pg_stat_clear_snapshot()";
/** The others of about ninety tables change far less. */
const TABLES = 14;
