import { Client } from "pg";

/** Dead rows and free space of the tables that are or were partitioned, the largest first. */
export async function readWaste(superuserUrl: string): Promise<readonly Waste[]> {
  const superuser = new Client({ connectionString: superuserUrl });
  await superuser.connect();
  try {
    await superuser.query("create extension if not exists pgstattuple");
    const { rows } = await superuser.query<Waste>(
      `select relid::text as name, table_len / 2^20 as megabytes,
         (dead_tuple_len + approx_free_space) / 2^20 as "wastedMegabytes"
       from unnest(array['sync_request', 'sync_answers']::regclass[]) parent,
         pg_partition_tree(parent) tree, pgstattuple_approx(relid)
       where isleaf and table_len > 0 order by table_len desc`,
    );
    return rows;
  } finally {
    await superuser.end();
  }
}

/** Megabytes of a partition without its indexes and the values that are stored apart. */
interface Waste {
  readonly name: string;
  readonly megabytes: number;
  readonly wastedMegabytes: number;
}
