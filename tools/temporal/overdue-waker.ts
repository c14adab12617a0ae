import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { sweepOverdueActors } from "../../activities/outbox/sweep-overdue-actors.ts";
import { openDatabase } from "../../db/open-database.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";

/**
 * Opens a waker of actors that are due by the database's clock. After this clock is moved, it stands in for Temporal's
 * timers, which know nothing of it.
 */
export function openOverdueWaker({ databaseUrl, temporal }: WakerAddresses): OverdueWaker {
  const database = openDatabase({ url: databaseUrl, poolSize: 2, applicationName: "waker" });
  const client = openTemporalClient(temporal);
  const waking = { em: database.em, wakeActor: actorWaker(client, temporal.taskQueue) };
  return {
    async wake() {
      const sweep = { reason: "SWEPT", lateBySeconds: 0, perSecond: null } as const;
      return (await sweepOverdueActors(waking, sweep, new AbortController().signal)).foundCount;
    },
    async close() {
      await client.connection.close();
      await database.close();
    },
  };
}

/** Addresses of a running stack. */
export interface WakerAddresses {
  readonly databaseUrl: string;
  readonly temporal: {
    readonly address: string;
    readonly namespace: string;
    readonly taskQueue: string;
  };
}

/** Wakes overdue actors until none is left; returns their number. */
export interface OverdueWaker {
  readonly wake: () => Promise<number>;
  readonly close: () => Promise<void>;
}
