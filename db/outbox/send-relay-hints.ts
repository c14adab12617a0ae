import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { sendHintsBy } from "../platform/transactions/relay-hints.ts";

/** The channel on which relays listen. */
export const RELAY_CHANNEL = "sideline_relay";

/**
 * Has the acts of this process wake the relays, at most five times a second. A hint is a transaction of its own, since
 * NOTIFY lets only one transaction of the whole database commit at a time. It waits for no disk; a lost one costs a
 * second.
 */
export function sendRelayHints(em: SqlEntityManager): void {
  const statement = sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${RELAY_CHANNEL}, '')`;
  sendHintsBy(
    em,
    atMostEvery(HINT_EVERY_MS, async () => {
      await runNamed(em.fork(), "hint-relay", statement).catch(() => undefined);
    }),
  );
}

/** Shortest interval between two hints of a process, in milliseconds. */
export const HINT_EVERY_MS = 200;

/** Calls at once if the last call was long enough ago, else once when it will be. */
export function atMostEvery(everyMs: number, call: () => Promise<void> | void): () => void {
  let isWanted = false;
  let isBusy = false;
  const run = () => {
    isWanted = false;
    isBusy = true;
    void call();
    setTimeout(() => {
      isBusy = false;
      if (isWanted) run();
    }, everyMs).unref();
  };
  return () => {
    isWanted = true;
    if (!isBusy) run();
  };
}
