import type { Client, Pool } from "pg";

/** Timeouts for the database, in milliseconds. */
export interface ConnectionLimits {
  /** Longest silence while a statement waits for its answer. */
  readonly answerMs: number;
  /** Longest time that a connection may be checked out of the pool. */
  readonly lentMs: number;
}

/**
 * A little above the server's timeouts for our role (`db/roles.sql`). The server answers a statement within 5 s, if
 * only with an error, and ends a transaction after 10 s. A longer silence means a dead connection
 * (docs/rooms/storage.md#connections).
 */
export const CONNECTION_LIMITS: ConnectionLimits = { answerMs: 6_500, lentMs: 12_000 };

/** A connection that we closed because of its silence; reported like any other timeout. */
class SilentDatabaseError extends Error {
  override readonly name = "SilentDatabaseError";
  readonly code = "ETIMEDOUT";
}

/** Called for each statement that is sent. */
export type StatementSent = (client: Client, answer: unknown) => void;

/**
 * Closes connections of a pool that fell silent, and those checked out for longer than any transaction may take. It
 * closes the idle ones too: they share the dead link, and their next user would wait in vain.
 *
 * @returns the function to call for each statement.
 */
export function limitConnections(
  pool: Pool,
  { answerMs, lentMs }: ConnectionLimits,
): StatementSent {
  const watches = new Map<Client, ReturnType<typeof watchAnswers>>();
  const returns = new Map<Client, NodeJS.Timeout>();
  const endIdle = () => {
    const idle = [...watches.keys()].filter((client) => !returns.has(client));
    for (const client of idle) endClient(client, "Another connection of its pool fell silent");
  };
  pool.on("connect", (client) => {
    watches.set(client, watchAnswers(client, answerMs, endIdle));
    client.once("end", () => watches.delete(client));
  });
  pool.on("acquire", (client) => {
    const end = () => endClient(client, `It was checked out for more than ${lentMs} ms`);
    returns.set(client, setTimeout(end, lentMs));
  });
  pool.on("release", (_error, client) => {
    clearTimeout(returns.get(client));
    returns.delete(client);
  });
  return (client, answer) => watches.get(client)?.(answer);
}

/**
 * Closes a connection that is silent for `answerMs` while a statement waits.
 *
 * @returns the function that takes the answer of each statement as soon as it is sent.
 */
export function watchAnswers(
  client: Client,
  answerMs: number,
  onSilence: () => void = () => {},
): (answer: unknown) => void {
  const { stream } = client.connection;
  let waiting = 0;
  let receivedCount = 0;
  let timer: NodeJS.Timeout | null = null;
  const checkSilence = () => {
    const before = receivedCount;
    // First read what arrived while this process itself was suspended.
    setImmediate(() => {
      if (waiting === 0 || stream.destroyed) return;
      if (receivedCount !== before) return void timer?.refresh();
      endClient(client, `The database was silent for ${answerMs} ms`);
      onSilence();
    });
  };
  stream.on("data", () => {
    receivedCount += 1;
    timer?.refresh();
  });
  const settle = () => {
    waiting -= 1;
    if (waiting === 0) {
      clearTimeout(timer ?? undefined);
      timer = null;
    }
  };
  return (answer) => {
    waiting += 1;
    timer ??= setTimeout(checkSilence, answerMs);
    void Promise.resolve(answer).then(settle, settle);
  };
}

/** Destroys the socket at once: a dead peer cannot receive a goodbye. */
function endClient({ connection }: Client, why: string): void {
  connection.stream.destroy(new SilentDatabaseError(why));
}
