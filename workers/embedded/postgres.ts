import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type Child, startChild } from "./child-process.ts";
import {
  APP_ROLE,
  OWNER_ROLE,
  type PostgresPasswords,
  databaseStatements,
  roleStatements,
} from "./database-roles.ts";
import { ensureCluster, findPostgresProgram, postgresUser } from "./postgres-cluster.ts";
import type { EndingSteps, ProcessRecord } from "./process-record.ts";

export type PostgresOptions = {
  /** The cluster's own folder; made when absent. */
  readonly directory: string;
  readonly port: number;
  readonly passwords: PostgresPasswords;
  /** False for tests: nothing is synced to disk. */
  readonly durable: boolean;
  readonly onLine: (line: string) => void;
  readonly onStart?: (record: ProcessRecord) => void;
};

/** A running PostgreSQL 18 that accepts connections on the loopback address. */
export type Postgres = {
  readonly child: Child;
  /** Makes an empty or copied database of the owner role, unless it is there. */
  createDatabase(name: string, template?: string): Promise<void>;
  ownerUrl(database: string): string;
  appUrl(database: string): string;
  superuserUrl(database: string): string;
};

/** Fast shutdown (open transactions are rolled back), then immediate, then by force. */
export const POSTGRES_ENDING: EndingSteps = [
  ["SIGINT", 6000],
  ["SIGQUIT", 2000],
  ["SIGKILL", 2000],
];

const READY_LIMIT_MS = 60_000;

/** Starts PostgreSQL and waits until it answers; the two roles are in place then. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { directory, passwords, port } = options;
  await ensureCluster({ directory, password: passwords.superuser, durable: options.durable });
  const child = await startChild({
    name: "postgres",
    command: await findPostgresProgram(),
    args: ["-D", directory, "-p", String(port), ...serverSettings(options.durable)],
    env: { TZ: "UTC", LC_MESSAGES: "C" },
    ...postgresUser(),
    ending: POSTGRES_ENDING,
    onLine: options.onLine,
    onStart: options.onStart,
  });
  const url = (role: string, password: string) => (database: string) =>
    `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  const superuserUrl = url("postgres", passwords.superuser);
  await waitUntilReady(child, superuserUrl("postgres"));
  await runStatements(superuserUrl("postgres"), roleStatements(passwords));
  return {
    child,
    createDatabase: (name, template) => createDatabase(superuserUrl("postgres"), name, template),
    ownerUrl: url(OWNER_ROLE, passwords.owner),
    appUrl: url(APP_ROLE, passwords.app),
    superuserUrl,
  };
}

/** Removes a cluster folder. The server has to be stopped. */
export async function removeCluster(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
}

function serverSettings(durable: boolean): string[] {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "100",
    timezone: "UTC",
    log_timezone: "UTC",
    jit: "off",
    // Filling a new WAL file with zeros costs more than it saves on small machines.
    wal_init_zero: "off",
    ...(durable
      ? { synchronous_commit: "on" }
      : {
          fsync: "off",
          full_page_writes: "off",
          synchronous_commit: "off",
          wal_level: "minimal",
          max_wal_senders: "0",
        }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function waitUntilReady(child: Child, url: string): Promise<void> {
  let end: unknown = null;
  void child.ended.then((value) => (end = value));
  const deadline = performance.now() + READY_LIMIT_MS;
  for (;;) {
    if (end !== null) throw new Error("PostgreSQL ended while it was starting; its log says why.");
    try {
      return await runStatements(url, ["select 1"]);
    } catch (cause) {
      if (performance.now() < deadline) await sleep(50);
      else throw new Error("PostgreSQL did not become ready.", { cause });
    }
  }
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
