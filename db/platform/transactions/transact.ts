import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { Refusal } from "../../../contract/refusal.ts";
import { QueryExecutor, executorOf } from "../pipeline/pipeline.ts";
import { withHint } from "./relay-hints.ts";
import { clockNow as databaseClock } from "../statements/sql-parts.ts";

/**
 * Runs one act in one READ COMMITTED transaction on a fresh entity manager; any error rolls everything back. A
 * transient database error is retried once, unless we caused it: a transaction left idle, or too long. An act that asks
 * for savepoints runs again with them.
 *
 * @throws Refusal UNAVAILABLE when the database fails twice.
 */
export async function transact<T>(
  em: SqlEntityManager,
  act: (tx: Tx) => Promise<T>,
  { isolates }: Running = { isolates: true },
): Promise<T> {
  try {
    return await withHint(em, () => tryTwice(() => em.fork().transactional(act)));
  } catch (error) {
    if (!(error instanceof NeedsSavepoints)) throw error;
    if (!isolates) throw error.cause;
    return await withHint(em, () =>
      tryTwice(() => em.fork().transactional((tx) => actIsolating(tx, act))),
    );
  }
}

/** Entity manager bound to one open transaction; acts write through it. */
export type Tx = SqlEntityManager;

/**
 * SQLSTATE classes of faults of the database rather than the statement (docs/rooms/storage.md#transactions):
 * connection, login, serialization, resources, locks, operator intervention, read-only standby, transaction timeout.
 */
const DATABASE_TROUBLE = /^(?:08|28|40|53|55|57)|^25(?:006|P03|P04)$/;

/** System errors of a connection, by code. */
const NETWORK_TROUBLE = /^E(?:CONN|PIPE|PROTO|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)/;

/** OpenSSL's and Node's codes of a handshake that failed, for example because a certificate expired. */
const TLS_TROUBLE =
  /^(?:CERT_|CRL_|ERROR_IN_C|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|ERR_TLS_|ERR_SSL_)/;

/** The driver's messages, without a code, for a connection that is lost or cannot be opened. */
const LOST_CONNECTION =
  /Connection terminated|is not queryable|timeout exceeded when|timeout expired|not support SSL/i;

const TROUBLES = [DATABASE_TROUBLE, NETWORK_TROUBLE, TLS_TROUBLE];

/** True for a fault of the database itself: worth one retry, never a fault of an operation. */
export function isDatabaseTrouble(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = "code" in cause ? cause.code : undefined;
    const named = typeof code === "string";
    if (named && TROUBLES.some((trouble) => trouble.test(code))) return true;
    if (!named && LOST_CONNECTION.test(cause.message)) return true;
  }
  return false;
}

/** True if a statement or a transaction exceeded our own timeout. */
function exceedsItsTime(error: unknown): boolean {
  return isCausedBy(error, "57014", "25P04");
}

/** True if the database ended a session because we left its transaction idle: a retry would only do the same. */
export function wasKeptWaiting(error: unknown): boolean {
  return isCausedBy(error, "25P03");
}

/** True if a transaction exceeded its timeout: a retry would take as long. */
function tookTooLong(error: unknown): boolean {
  return isCausedBy(error, "25P04");
}

/** True if the wait for a lock exceeded this transaction's lock timeout. */
export function waitedForLock(error: unknown): boolean {
  return isCausedBy(error, "55P03");
}

/** True if a unique index refused the write: another row has the value. */
export function wasTaken(error: unknown): boolean {
  return isCausedBy(error, "23505");
}

/**
 * True if replay cancelled a read of a standby: it removes rows or takes locks that the read needs, or waits for its
 * buffer.
 */
export function wasCancelledByReplay(error: unknown): boolean {
  return isCausedBy(error, "40001", "40P01");
}

function isCausedBy(error: unknown, ...codes: readonly string[]): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && codes.some((code) => cause.code === code)) return true;
  }
  return false;
}

/**
 * Whether the database failed, rather than the work. Exceeding the timeout of a statement or a transaction counts as a
 * failure of the work, which may always exceed it.
 */
export function isTrouble(error: unknown): boolean {
  if (exceedsItsTime(error)) return false;
  if (error instanceof Refusal) return error.code === "UNAVAILABLE";
  return isDatabaseTrouble(error);
}

/**
 * Thrown by a step that can isolate the fault, to be run again with savepoints
 * (docs/rooms/agenda.md#withheld-occurrences). The normal path has no savepoint and gains no statement.
 */
export class NeedsSavepoints extends Error {
  override readonly name = "NeedsSavepoints";
}

const isolating = new WeakSet<Tx>();

/** Whether a step of this transaction failed before, so that it now uses savepoints. */
export function isIsolating(tx: Tx): boolean {
  return isolating.has(tx);
}

/** Options for running an act. */
interface Running {
  /**
   * Whether an act that fails because of one of its rows runs again with savepoints; false if the caller bisects
   * first.
   */
  readonly isolates: boolean;
}

async function actIsolating<T>(tx: Tx, act: (tx: Tx) => Promise<T>): Promise<T> {
  isolating.add(tx);
  return await act(tx);
}

async function tryTwice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseTrouble(error)) throw error;
    if (wasKeptWaiting(error) || tookTooLong(error)) throw refuseTrouble(error);
    return await secondTry(work);
  }
}

async function secondTry<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isDatabaseTrouble(cause)) throw cause;
    throw refuseTrouble(cause);
  }
}

/** The refusal after the retry failed too. */
export function refuseTrouble(cause: unknown): Refusal {
  return new Refusal("UNAVAILABLE", { retryAfterSeconds: 5, cause });
}

/**
 * The product's time, in milliseconds. Read it after taking the locks: an instant taken before a wait is stale
 * (docs/rooms/house.md#time).
 */
export async function clockNow(on: SqlEntityManager | QueryExecutor): Promise<Date> {
  const executor = on instanceof QueryExecutor ? on : executorOf(on);
  const { now } = await executor.tables
    .selectNoFrom(databaseClock.as("now"))
    .executeTakeFirstOrThrow();
  return now;
}

/** SQL text of an instant as RFC 3339 in UTC with milliseconds, for statements that build answers. */
export function wireInstant(expression: string) {
  return sql.raw<string>(
    `to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  );
}

/** The row of a statement that always returns one. @throws Error if it did not. */
export function firstRow<Row>(rows: readonly Row[]): Row {
  const row = rows[0];
  if (row === undefined) throw new Error("The statement returned no row");
  return row;
}
