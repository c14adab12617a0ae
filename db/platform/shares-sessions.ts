import type { Client } from "pg";
import { newId } from "./new-id.ts";
import { openProbe } from "./open-probe.ts";

/**
 * Whether connections to this address share their sessions with others, as through PgBouncer in transaction or statement
 * mode. Prepared statements and advisory locks then end up in sessions of somebody else.
 *
 * @throws the driver's error if the database does not answer.
 */
export async function sharesSessions(url: string): Promise<boolean> {
  const first = await openProbe(url);
  try {
    // A pooler gives a connection a process id of its own; without one there is nothing to share.
    if ((await sessionOf(first)) === Reflect.get(first, "processID")) return false;
    const second = await openProbe(url);
    try {
      return await isShared(first, second);
    } finally {
      second.connection.stream.destroy();
    }
  } finally {
    first.connection.stream.destroy();
  }
}

/** A pooler that takes the longest idle session next has moved on to each of a few by then. */
const ROUNDS = 8;

/**
 * The first connection leaves a mark in its session. The second may find that mark, or may occupy the session with a
 * transaction, so that another one serves the first. Both only happen to sessions that are shared.
 */
async function isShared(first: Client, second: Client): Promise<boolean> {
  const mark = newId();
  await first.query("select set_config('sideline.session', $1, false)", [mark]);
  if ((await markOf(second)) === mark) return true;
  const session = await sessionOf(first);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!(await begins(second))) return true;
    if ((await markOf(second)) === mark || (await sessionOf(first)) !== session) return true;
    await second.query("commit");
  }
  return false;
}

/** Whether it may have a transaction; PgBouncer refuses that as a violation of the protocol in statement mode. */
async function begins(client: Client): Promise<boolean> {
  try {
    await client.query("begin");
    return true;
  } catch (error) {
    if (Error.isError(error) && "code" in error && error.code === PROTOCOL_VIOLATION) return false;
    throw error;
  }
}

const PROTOCOL_VIOLATION = "08P01";

interface Found {
  readonly found: unknown;
}

async function sessionOf(client: Client): Promise<unknown> {
  const { rows } = await client.query<Found>("select pg_backend_pid() as found");
  return rows[0]?.found;
}

async function markOf(client: Client): Promise<unknown> {
  const { rows } = await client.query<Found>(
    "select current_setting('sideline.session', true) as found",
  );
  return rows[0]?.found;
}
