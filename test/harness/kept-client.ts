import { setTimeout as startTimer } from "node:timers";
import { Client } from "pg";

/** A connection that stays open between calls, and the number of calls that use it now. */
interface Kept {
  readonly client: Client;
  readonly ready: Promise<unknown>;
  users: number;
  closing: NodeJS.Timeout | undefined;
}

const kept = new Map<string, Kept>();

/**
 * Milliseconds after its last use at which a connection closes, so that the database of a finished test file can be
 * dropped.
 */
const IDLE_MS = 1_000;

/**
 * Runs statements on a connection that later calls reuse: opening one costs twenty times as much as a statement.
 * Calls share the connection, so none may leave a transaction open or change the session.
 */
export async function withKeptClient<Result>(
  url: string,
  act: (client: Client) => Promise<Result>,
): Promise<Result> {
  const one = kept.get(url) ?? open(url);
  clearTimeout(one.closing);
  one.users += 1;
  try {
    await one.ready;
    return await act(one.client);
  } finally {
    one.users -= 1;
    if (one.users === 0) one.closing = startTimer(() => void close(url, one), IDLE_MS);
  }
}

/** The same as a superuser whose statements run no triggers and check no foreign keys. */
export function withReplicaClient<Result>(
  superuserUrl: string,
  act: (client: Client) => Promise<Result>,
): Promise<Result> {
  const url = new URL(superuserUrl);
  url.searchParams.set("options", "-c session_replication_role=replica");
  return withKeptClient(url.href.replaceAll("+", "%20"), act);
}

/** Closes every connection to a database at once, before it is copied. */
export async function closeKeptClients(database: string): Promise<void> {
  const found = [...kept].filter(([url]) => new URL(url).pathname === `/${database}`);
  for (const [url, one] of found) await close(url, one);
}

async function close(url: string, one: Kept): Promise<void> {
  forget(url, one);
  clearTimeout(one.closing);
  await one.client.end();
}

/** A connection that ends late must not take its successor's place away. */
function forget(url: string, one: Kept): void {
  if (kept.get(url) === one) kept.delete(url);
}

function open(url: string): Kept {
  const client = new Client({ connectionString: url });
  const ready = client.connect();
  const one: Kept = { client, ready, users: 0, closing: undefined };
  const end = () => forget(url, one);
  // A test may end every connection; the next call opens another.
  client.on("error", end);
  client.on("end", end);
  ready.catch(end);
  kept.set(url, one);
  return one;
}
