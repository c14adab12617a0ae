import { createHash } from "node:crypto";
import { expect } from "@jest/globals";
import { Client } from "pg";
import { CONNECTION_LIMITS, type ConnectionLimits } from "../../db/platform/pipeline/silence.ts";
import { APP_ROLE, databaseStatements } from "../../tools/postgres/database-roles.ts";
import { getTestPart } from "./context.ts";
import { closeKeptClients } from "./kept-client.ts";

/** A migrated database of one test file. */
export type TestDatabase = {
  readonly name: string;
  /** The role that owns the tables. */
  readonly ownerUrl: string;
  /** The role that the API, the worker and the relay use. */
  readonly appUrl: string;
  readonly superuserUrl: string;
  /** Timeouts of a connection to it. */
  readonly limits: ConnectionLimits;
};

/**
 * Timeouts of a database. PATIENT is the default, because a busy machine must not fail the test of a rule. PRODUCT is
 * for a test of a timeout.
 */
export interface DatabaseTimeouts {
  readonly timeouts?: "PATIENT" | "PRODUCT";
}

const PATIENT_LIMITS: ConnectionLimits = { answerMs: 90_000, lentMs: 120_000, waitMs: 60_000 };

/** Statements that replace the timeouts of our role (db/roles.sql) in one database. */
const patientStatements = (name: string) =>
  Object.entries(PATIENT_TIMES).map(
    ([limit, time]) => `alter role ${APP_ROLE} in database "${name}" set ${limit} = '${time}'`,
  );

const PATIENT_TIMES = {
  lock_timeout: "60s",
  statement_timeout: "60s",
  idle_in_transaction_session_timeout: "60s",
  transaction_timeout: "100s",
};

/**
 * Copies the migrated template into a new database for the calling test file. It is dropped when
 * this Jest worker opens a database for its next file, or with the server at the end. Call it at
 * the top of the file (`const database = await useOwnDatabase()`) or in `beforeAll`.
 */
export async function useOwnDatabase(options: DatabaseTimeouts = {}): Promise<TestDatabase> {
  return await openDatabaseOf(databaseName(), getTestPart("postgres").template, options);
}

/** The database that the files of a worker share, which exists as long as the worker. */
export async function openSharedDatabase(): Promise<TestDatabase> {
  return await openDatabaseOf(sharedName(), getTestPart("postgres").template);
}

/** A new database without any table, for a test that creates the schema itself; it is dropped like the others. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  return await openDatabaseOf(databaseName(), undefined);
}

async function openDatabaseOf(
  name: string,
  template: string | undefined,
  { timeouts = "PATIENT" }: DatabaseTimeouts = {},
): Promise<TestDatabase> {
  const isPatient = timeouts === "PATIENT";
  const urls = getTestPart("postgres");
  await withClient(urls.superuserUrl, async (client) => {
    await dropEarlierDatabases(client);
    for (const statement of databaseStatements(name, template)) await client.query(statement);
    if (isPatient) await client.query(patientStatements(name).join(";"));
  });
  return {
    name,
    ownerUrl: withDatabase(urls.ownerUrl, name),
    appUrl: withDatabase(urls.appUrl, name),
    superuserUrl: withDatabase(urls.superuserUrl, name),
    limits: isPatient ? PATIENT_LIMITS : CONNECTION_LIMITS,
  };
}

/** Copies a database, as a backup would; nothing may be connected to it. */
export async function copyTestDatabase(of: TestDatabase): Promise<TestDatabase> {
  const name = databaseName();
  await closeKeptClients(of.name);
  await withClient(getTestPart("postgres").superuserUrl, async (client) => {
    for (const statement of databaseStatements(name, of.name)) await client.query(statement);
    await client.query(patientStatements(name).join(";"));
  });
  return {
    ...of,
    name,
    ownerUrl: withDatabase(of.ownerUrl, name),
    appUrl: withDatabase(of.appUrl, name),
    superuserUrl: withDatabase(of.superuserUrl, name),
  };
}

const workerPrefix = () => `test_${process.env["JEST_WORKER_ID"] ?? "0"}_`;
const filePrefix = () => {
  const path = expect.getState().testPath ?? "";
  return `${workerPrefix()}${createHash("sha256").update(path).digest("hex").slice(0, 8)}_`;
};

/** A worker that Jest replaced may have left a database behind. */
const sharedName = () => `${workerPrefix()}shared_${process.pid}`;

let opened = 0;
function databaseName(): string {
  opened += 1;
  return `${filePrefix()}${opened}`;
}

// Not with FORCE: a pool that an earlier file forgot to close would break the file that runs now.
async function dropEarlierDatabases(client: Client): Promise<void> {
  const found = await client.query<{ datname: string }>(
    `select datname from pg_database d
      where starts_with(datname, $1) and not starts_with(datname, $2) and datname <> $3
        and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
    [workerPrefix(), filePrefix(), sharedName()],
  );
  for (const { datname } of found.rows) await client.query(`drop database if exists "${datname}"`);
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function withClient(url: string, act: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
