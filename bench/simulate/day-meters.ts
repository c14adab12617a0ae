import { Client } from "pg";
import { TEMPORAL_DATABASES } from "../../tools/temporal/role-config.ts";
import { readMeters } from "../stack/meters.ts";
import { processLoad } from "../stack/processes.ts";
import type { BenchStack } from "../stack/stack.ts";

/** Opens the meters of a stack whose Temporal keeps its store in the same PostgreSQL. */
export async function openDayMeters(stack: BenchStack, database: Client): Promise<DayMeters> {
  const pids = Object.fromEntries(PARTS.map((part) => [part, stack.pids[part] ?? 0]));
  const url = new URL(stack.superuserUrl);
  url.pathname = `/${TEMPORAL_DATABASES.temporal}`;
  const store = new Client({ connectionString: url.href });
  await store.connect();
  const sizes = async () =>
    new Map([...(await sizesOfTables(database)), ...(await sizesOfStore(store))]);
  return {
    async read() {
      const { cpu, walBytes, writes } = await readMeters(database, { pids });
      const transitions = await countTransitions(store);
      const used = { wal: walBytes, writes, transitions, ...sumOfSizes(await sizes()) };
      const cpuOf = Object.entries(cpu).map(([part, seconds]) => [`cpu ${part}`, seconds] as const);
      return { at: performance.now() / 1_000, used: { ...Object.fromEntries(cpuOf), ...used } };
    },
    connections: () => countConnections(store),
    memory: () =>
      Object.fromEntries(PARTS.map((part) => [part, processLoad(pids[part] ?? 0, part).memoryMb])),
    sizes,
    close: () => store.end(),
  };
}

/** Meters of everything that a replayed day uses. */
export interface DayMeters {
  readonly read: () => Promise<DayReading>;
  /** Open connections by database. */
  readonly connections: () => Promise<ReadonlyMap<string, number>>;
  /** MB by process. */
  readonly memory: () => Readonly<Record<string, number>>;
  /** Bytes by table with its indexes and partitions, and those of Temporal's databases. */
  readonly sizes: () => Promise<ReadonlyMap<string, number>>;
  readonly close: () => Promise<void>;
}

/** Quantities used until an instant. */
export interface DayReading {
  /** Real seconds. */
  readonly at: number;
  /** CPU seconds by process, bytes of WAL and of stored rows, write transactions, and Temporal's state transitions. */
  readonly used: Readonly<Record<string, number>>;
}

/** Processes whose CPU counts. */
export const PARTS = ["api", "relay", "worker", "temporal", "postgres"] as const;

/** Each change of an execution counts its record's version up by one. */
async function countTransitions(store: Client): Promise<number> {
  const { rows } = await store.query<{ count: number }>(
    "select coalesce(sum(db_record_version), 0)::float8 as count from executions",
  );
  return rows[0]?.count ?? 0;
}

/** Asked as the superuser: others do not see what connections are for. */
async function countConnections(store: Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await store.query<{ name: string; count: number }>(
    `select datname as name, count(*)::integer as count from pg_stat_activity
      where backend_type = 'client backend' and datname is not null group by 1`,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}

interface Size {
  readonly name: string;
  readonly bytes: number;
}

/** The catalogue of exercises grows by its own schedules, not with the phones. */
async function sizesOfTables(database: Client): Promise<readonly (readonly [string, number])[]> {
  const { rows } = await database.query<Size>(
    `select coalesce(pg_partition_root(oid), oid)::regclass::text as name,
            sum(pg_total_relation_size(oid))::float8 as bytes
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname !~ '^(exercise|thumbnail)' group by 1`,
  );
  return rows.map(({ name, bytes }) => [name, bytes]);
}

/** The names differ from those of tables by their beginning. */
async function sizesOfStore(store: Client): Promise<readonly (readonly [string, number])[]> {
  const { rows } = await store.query<Size>(
    `select datname as name, pg_database_size(datname)::float8 as bytes from pg_database
      where datname = any($1)`,
    [Object.values(TEMPORAL_DATABASES)],
  );
  return rows.map(({ name, bytes }) => [`${STORE}${name}`, bytes]);
}

/** Beginning of the names of Temporal's databases among the sizes. */
const STORE = "database ";

function sumOfSizes(sizes: ReadonlyMap<string, number>) {
  let [tables, store] = [0, 0];
  for (const [name, bytes] of sizes) {
    if (name.startsWith(STORE)) store += bytes;
    else tables += bytes;
  }
  return { tables, store };
}
