import { Client } from "pg";
import type { Child } from "../processes/child-process.ts";
import { APP_ROLE, OWNER_ROLE, type PostgresPasswords, roleStatements } from "./database-roles.ts";
import { createDatabase } from "./create-database.ts";
import { ensureCluster } from "./postgres-cluster.ts";
import { findPostgresPlace } from "./postgres-place.ts";
import { refuseForeignServer } from "./refuse-foreign-server.ts";
import { startServer } from "./start-server.ts";

/** A running PostgreSQL 18 that accepts connections on the loopback address. */
export type Postgres = {
  readonly child: Child;
  /** Folder of the cluster; it may differ from the requested one. */
  readonly directory: string;
  /** Creates an empty or copied database of the owner role, unless it exists. */
  createDatabase(name: string, template?: string): Promise<void>;
  ownerUrl(database: string): string;
  appUrl(database: string): string;
  superuserUrl(database: string): string;
};

export type PostgresOptions = {
  /** The cluster's own folder; created if missing. */
  readonly directory: string;
  readonly port: number;
  readonly passwords: PostgresPasswords;
  /** False for tests: nothing is synced to disk. */
  readonly durable: boolean;
  readonly onLine: (line: string) => void;
  readonly onStart?: (child: Child) => void;
};

/** Starts PostgreSQL and waits until it answers; by then both roles exist. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { passwords, port } = options;
  const place = await findPostgresPlace(options.directory);
  await ensureCluster({ place, password: passwords.superuser, durable: options.durable });
  refuseForeignServer(place.directory);
  const child = await startServer({ ...options, place });
  const url = (role: string, password: string) => (database: string) =>
    `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  const superuserUrl = url("postgres", passwords.superuser);
  try {
    await runStatements(superuserUrl("postgres"), roleStatements(passwords));
  } catch (error) {
    // A retry starts another server, and a cluster can have only one.
    await child.stop();
    throw error;
  }
  return {
    child,
    directory: place.directory,
    createDatabase: (name, template) => createDatabase(superuserUrl("postgres"), name, template),
    ownerUrl: url(OWNER_ROLE, passwords.owner),
    appUrl: url(APP_ROLE, passwords.app),
    superuserUrl,
  };
}

async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
