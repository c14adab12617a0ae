import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { atMostEvery, HINT_EVERY_MS, RELAY_CHANNEL } from "../../db/outbox/send-relay-hints.ts";
import { sendHintsBy } from "../../db/platform/transactions/relay-hints.ts";
import type { Database } from "../../db/open-database.ts";
import type { Hints } from "./run-relay.ts";

/**
 * Listens for hints of other processes on a session of its own, and takes those of this process directly. The session
 * is opened again a second after it breaks, for example after a failover: until then the relay scans every second.
 */
export function listenForHints(
  { em }: Pick<Database, "em">,
  url: string,
  stop: AbortSignal,
): ListeningHints {
  let listener: () => void = () => undefined;
  const hint = () => listener();
  sendHintsBy(em, atMostEvery(HINT_EVERY_MS, hint));
  return {
    onHint(added) {
      listener = added;
    },
    ended: listenUntil(url, hint, stop),
  };
}

/** Hints, and the end of listening. */
export interface ListeningHints extends Hints {
  readonly ended: Promise<void>;
}

const PAUSE_MS = 1_000;

async function listenUntil(url: string, hint: () => void, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await listenOnce(url, hint, stop).catch(() => undefined);
    await sleep(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Listens until the session ends. @throws the driver's error if it cannot be opened. */
async function listenOnce(url: string, hint: () => void, stop: AbortSignal): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: "sideline-hints",
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  // A session that breaks reports it more than once.
  client.on("error", end);
  client.once("end", end);
  stop.addEventListener("abort", end);
  try {
    await client.connect();
    client.on("notification", hint);
    await client.query(`listen ${RELAY_CHANNEL}`);
    // A hint may have come before.
    hint();
    await over;
  } finally {
    // The signal outlives the sessions, of which an outage opens one a second.
    stop.removeEventListener("abort", end);
    // A polite end would wait for a dead link.
    client.connection.stream.destroy();
  }
}
