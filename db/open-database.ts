import { MikroORM, type SqlEntityManager } from "@mikro-orm/postgresql";
import { Pool, type PoolClient } from "pg";
import { entities } from "./entities.ts";
import { columnParsers } from "./platform/column-parsers.ts";
import { PipelineDialect } from "./platform/pipeline/pipeline-dialect.ts";
import { CONNECTION_LIMITS, type ConnectionLimits } from "./platform/pipeline/silence.ts";
import { PostgresNames } from "./platform/postgres-names.ts";

/** Opens the pool. Connections are made when first needed, so an unreachable database delays no start. */
export function openDatabase(options: DatabaseOptions): Database {
  const limits = options.limits ?? CONNECTION_LIMITS;
  const pool = new Pool({
    connectionString: options.url,
    min: 0,
    max: options.poolSize,
    application_name: options.applicationName,
    // Not an option of the start-up message: PgBouncer refuses those.
    ...(options.discouragesScans === true && { verify: discourageScans }),
    connectionTimeoutMillis: limits.waitMs,
    // The operating system detects the lost connection of an idle client in about 20 s.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    types: columnParsers(),
  });
  const orm = new MikroORM({
    clientUrl: options.url,
    entities,
    namingStrategy: PostgresNames,
    forceUtcTimezone: true,
    driverOptions: new PipelineDialect(pool, limits),
    allowGlobalContext: false,
  });
  return { em: orm.em, orm, poolState: () => stateOf(pool), close: () => orm.close() };
}

/** How to reach the database as the role `sideline_app`. */
export interface DatabaseOptions {
  readonly url: string;
  /** Size of the pool of this process. */
  readonly poolSize: number;
  readonly applicationName: string;
  /**
   * Whether each statement finds a few rows by keys, so that none scans a whole table that has an index. A plan
   * cached while the table was almost empty would go on scanning as it grows, until the next ANALYZE. Off for
   * processes that read whole tables, such as schedules.
   */
  readonly discouragesScans?: true;
  /** Timeouts; only tests change them. */
  readonly limits?: ConnectionLimits;
}

/** Connections of a pool by state. */
export type PoolState = Readonly<Record<"open" | "idle" | "waiting", number>>;

/** The opened database: the entity manager to fork from, and how to close it. */
export interface Database {
  readonly em: SqlEntityManager;
  readonly orm: MikroORM;
  /** How many connections are open and idle, and how many callers wait for one. */
  poolState(): PoolState;
  close(): Promise<void>;
}

function discourageScans(client: PoolClient, done: (error?: Error) => void): void {
  // The pool listens to idle clients and the driver to lent ones. In between a lost connection would end the process.
  client.on("error", () => {});
  client.query("set enable_seqscan = off").then(() => done(), done);
}

function stateOf({ totalCount, idleCount, waitingCount }: Pool): PoolState {
  return { open: totalCount, idle: idleCount, waiting: waitingCount };
}
