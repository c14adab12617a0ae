import type { Client } from "pg";

/** Reports that a statement is sent; the returned function reports its answer. */
export type SilenceWatch = () => () => void;

/**
 * Closes a connection that is silent for `answerMs` while a statement waits.
 *
 * @param onSilence is called after that.
 */
export function watchSilence(
  client: Client,
  answerMs: number,
  onSilence: () => void = () => {},
): SilenceWatch {
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
  const answered = () => {
    waiting -= 1;
    if (waiting > 0) return;
    clearTimeout(timer ?? undefined);
    timer = null;
  };
  return () => {
    waiting += 1;
    timer ??= setTimeout(checkSilence, answerMs);
    return answered;
  };
}

/** Destroys the socket at once: a dead peer cannot receive a goodbye. */
export function endClient({ connection }: Client, why: string): void {
  connection.stream.destroy(new SilentDatabaseError(why));
}

/** A connection that we closed because of its silence; reported like any other timeout. */
class SilentDatabaseError extends Error {
  override readonly name = "SilentDatabaseError";
  readonly code = "ETIMEDOUT";
}

/** Timeouts for the database, in milliseconds. */
export interface ConnectionLimits {
  /** Longest silence while a statement waits for its answer. */
  readonly answerMs: number;
  /** Longest time that a connection may be checked out of the pool. */
  readonly lentMs: number;
  /** Longest wait for a connection, free or new. */
  readonly waitMs: number;
}

/**
 * A little above the server's timeouts for our role (`db/roles.sql`). The server answers a statement within 5 s, if
 * only with an error, and ends a transaction after 10 s. A longer silence means a dead connection
 * (docs/rooms/storage.md#connections).
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  answerMs: 6_500,
  lentMs: 12_000,
  waitMs: 2_000,
};
