import { MikroORM, type SqlEntityManager } from "@mikro-orm/postgresql";
import type { Pool } from "pg";
import { columnParsers } from "./platform/column-parsers.ts";
import { entities } from "./entities.ts";
import {
  CONNECTION_LIMITS,
  limitConnections,
  type ConnectionLimits,
} from "./platform/connection/connection-limits.ts";
import { giveBackDeadClients } from "./platform/connection/give-back-dead-clients.ts";
import { PostgresNames } from "./platform/postgres-names.ts";
import { hookQueries } from "./platform/connection/hook-queries.ts";

/** How to reach the database as the role `sideline_app`. */
export interface DatabaseOptions {
  readonly url: string;
  /** Connections this process may hold. */
  readonly poolSize: number;
  readonly applicationName: string;
  /**
   * Whether each statement is of a few rows that it finds by keys, so that none reads a table whole that has an index:
   * a plan that was kept while the table was all but empty would go on doing so while it grows, until statistics are
   * taken again. What goes through tables, as schedules do, is planned for what is there.
   */
  readonly discouragesScans?: true;
  /** Only tests wait for the database for another time than the usual one. */
  readonly limits?: ConnectionLimits;
}

/** Connections of a pool by state. */
export type PoolState = Readonly<Record<"open" | "idle" | "waiting", number>>;

/** The opened database: entity manager to fork from, and the way to close it. */
export interface Database {
  readonly em: SqlEntityManager;
  readonly orm: MikroORM;
  /** Connections of the pool: how many are open and idle, and how many wait for one. */
  poolState(): PoolState;
  close(): Promise<void>;
}

/** Opens the pool. Connections are made when first needed, so a database that is away delays no start. */
export function openDatabase(options: DatabaseOptions): Database {
  const pools: Pool[] = [];
  const orm = new MikroORM({
    clientUrl: options.url,
    entities,
    namingStrategy: PostgresNames,
    forceUtcTimezone: true,
    pool: { min: 0, max: options.poolSize },
    driverOptions: {
      application_name: options.applicationName,
      ...(options.discouragesScans === true && { options: "-c enable_seqscan=off" }),
      connectionTimeoutMillis: 2_000,
      // What is idle is told by the system when its link is gone, in about 20 s.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Statements that do not wait for each other go out together (flight.ts).
      pipeline: true,
      types: columnParsers(),
      onPoolCreated(pool: Pool) {
        pools.push(pool);
        giveBackDeadClients(pool);
        hookQueries(pool, limitConnections(pool, options.limits ?? CONNECTION_LIMITS));
      },
    },
    allowGlobalContext: false,
  });
  return { em: orm.em, orm, poolState: () => stateOf(pools), close: () => orm.close() };
}

function stateOf(pools: readonly Pool[]): PoolState {
  const sum = (count: (pool: Pool) => number) =>
    pools.reduce((total, pool) => total + count(pool), 0);
  return {
    open: sum(({ totalCount }) => totalCount),
    idle: sum(({ idleCount }) => idleCount),
    waiting: sum(({ waitingCount }) => waitingCount),
  };
}
