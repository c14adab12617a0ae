import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type Child, startChild } from "../processes/child-process.ts";
import {
  APP_ROLE,
  OWNER_ROLE,
  type PostgresPasswords,
  databaseStatements,
  roleStatements,
} from "./database-roles.ts";
import { ensureCluster } from "./postgres-cluster.ts";
import { findPostgresPlace } from "./postgres-place.ts";
import { serverSettings } from "./server-settings.ts";
import { refuseForeignServer } from "./refuse-foreign-server.ts";
import type { EndingSteps } from "../processes/process-record.ts";

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

/** Fast shutdown (open transactions are rolled back), then immediate, then by force. */
export const POSTGRES_ENDING: EndingSteps = [
  ["SIGINT", 6000],
  ["SIGQUIT", 2000],
  ["SIGKILL", 2000],
];

// Crash recovery may take a while.
const READY_LIMIT_MS = 60_000;
const READY_LINE = "database system is ready to accept connections";

/** Starts PostgreSQL and waits until it answers; by then both roles exist. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { passwords, port } = options;
  const place = await findPostgresPlace(options.directory);
  await ensureCluster({ place, password: passwords.superuser, durable: options.durable });
  refuseForeignServer(place.directory);
  const accepting = Promise.withResolvers<void>();
  const child = await startChild({
    name: "postgres",
    command: join(place.programs, "postgres"),
    args: ["-D", place.directory, "-p", String(port), ...serverSettings(options.durable)],
    env: { TZ: "UTC", LC_MESSAGES: "C" },
    ...place.user,
    ending: POSTGRES_ENDING,
    onLine: (line) => {
      options.onLine(line);
      if (line.includes(READY_LINE)) accepting.resolve();
    },
    onStart: options.onStart,
  });
  const url = (role: string, password: string) => (database: string) =>
    `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  const superuserUrl = url("postgres", passwords.superuser);
  await waitUntilReady(child, accepting.promise);
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

async function waitUntilReady(child: Child, accepting: Promise<void>): Promise<void> {
  const end = await Promise.race([
    accepting,
    child.ended,
    sleep(READY_LIMIT_MS, "late" as const, { ref: false }),
  ]);
  if (end === undefined) return;
  await child.stop();
  throw new Error(
    end === "late"
      ? "PostgreSQL did not become ready; its log may say why."
      : "PostgreSQL ended while it was starting; its log says why.",
  );
}

async function createDatabase(url: string, name: string, template?: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount !== 0) return;
    for (const statement of databaseStatements(name, template)) await client.query(statement);
  } finally {
    await client.end();
  }
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
