import { MikroORM, type SqlEntityManager } from "@mikro-orm/postgresql";
import type { Pool } from "pg";
import { columnParsers } from "./column-parsers.ts";
import { entities } from "./entities.ts";
import { giveBackDeadClients } from "./platform/give-back-dead-clients.ts";
import { PostgresNames } from "./postgres-names.ts";
import { prepareStatements } from "./platform/prepare-statements.ts";

/** How to reach the database as the role `sideline_app`. */
export interface DatabaseOptions {
  readonly url: string;
  /** Connections this process may hold. */
  readonly poolSize: number;
  readonly applicationName: string;
}

/** The opened database: entity manager to fork from, and the way to close it. */
export interface Database {
  readonly em: SqlEntityManager;
  readonly orm: MikroORM;
  close(): Promise<void>;
}

/** Opens the pool. Connections are made when first needed, so a database that is away delays no start. */
export function openDatabase(options: DatabaseOptions): Database {
  const orm = new MikroORM({
    clientUrl: options.url,
    entities,
    namingStrategy: PostgresNames,
    forceUtcTimezone: true,
    pool: { min: 0, max: options.poolSize },
    driverOptions: {
      application_name: options.applicationName,
      connectionTimeoutMillis: 2_000,
      types: columnParsers(),
      onPoolCreated(pool: Pool) {
        giveBackDeadClients(pool);
        prepareStatements(pool);
      },
    },
    allowGlobalContext: false,
  });
  return { em: orm.em, orm, close: () => orm.close() };
}
