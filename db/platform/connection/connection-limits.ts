import type { Client, Pool } from "pg";

/** How long the database is waited for, in milliseconds. */
export interface ConnectionLimits {
  /** Between two signs of life while a statement waits for its answer. */
  readonly answerMs: number;
  /** For which a connection is lent out. */
  readonly lentMs: number;
}

/**
 * A little above what the server allows our role (`db/roles.sql`): it answers a statement within 5 s, if only
 * with an error, and ends a transaction after 10 s. Whoever hears nothing for longer has no server before him,
 * but a link that died without a word (docs/rooms/storage.md#connections).
 */
export const CONNECTION_LIMITS: ConnectionLimits = { answerMs: 6_500, lentMs: 12_000 };

/** A connection that was ended because nothing came; told like any other that timed out. */
class SilentDatabaseError extends Error {
  override readonly name = "SilentDatabaseError";
  readonly code = "ETIMEDOUT";
}

/** Is told of each statement that is sent. */
export type StatementSent = (client: Client, answer: unknown) => void;

/**
 * Ends connections of a pool that fell silent, and those that are lent out for longer than any transaction may
 * take. What is idle meanwhile goes with them: it went the same way, and whoever takes it next would wait in vain.
 *
 * @returns whom to tell of each statement.
 */
export function limitConnections(
  pool: Pool,
  { answerMs, lentMs }: ConnectionLimits,
): StatementSent {
  const watches = new Map<Client, ReturnType<typeof watchAnswers>>();
  const returns = new Map<Client, NodeJS.Timeout>();
  const endIdle = () => {
    const idle = [...watches.keys()].filter((client) => !returns.has(client));
    for (const client of idle) endClient(client, "Others of its pool fell silent");
  };
  pool.on("connect", (client) => {
    watches.set(client, watchAnswers(client, answerMs, endIdle));
    client.once("end", () => watches.delete(client));
  });
  pool.on("acquire", (client) => {
    const end = () => endClient(client, `It was lent out for more than ${lentMs} ms`);
    returns.set(client, setTimeout(end, lentMs));
  });
  pool.on("release", (_error, client) => {
    clearTimeout(returns.get(client));
    returns.delete(client);
  });
  return (client, answer) => watches.get(client)?.(answer);
}

/**
 * Ends a connection that says nothing for so long while a statement waits.
 *
 * @returns whom to give the answer of each statement to, as soon as it is sent.
 */
export function watchAnswers(
  client: Client,
  answerMs: number,
  onSilence: () => void = () => {},
): (answer: unknown) => void {
  const { stream } = client.connection;
  let waiting = 0;
  let heard = 0;
  let timer: NodeJS.Timeout | null = null;
  const look = () => {
    const before = heard;
    // What came while this process itself stood still is read first.
    setImmediate(() => {
      if (waiting === 0 || stream.destroyed) return;
      if (heard !== before) return void timer?.refresh();
      endClient(client, `The database said nothing for ${answerMs} ms`);
      onSilence();
    });
  };
  stream.on("data", () => {
    heard += 1;
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
    timer ??= setTimeout(look, answerMs);
    void Promise.resolve(answer).then(settle, settle);
  };
}

/** At once: whoever is not heard any more cannot be said goodbye to. */
function endClient({ connection }: Client, why: string): void {
  connection.stream.destroy(new SilentDatabaseError(why));
}
