import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { DATABASE } from "../drill-environment.ts";
import type { DrillStack } from "../drill-types.ts";

/**
 * Measures the delay of the work that has been due longest, until it is stopped. If the database closes the connection,
 * the next measurement opens another: the delay itself shows how long it was away.
 */
export function watchDelays({ cluster, databasePort }: DrillStack): Delays {
  const connectionString = cluster.superuserUrl(DATABASE, databasePort);
  const stopping = new AbortController();
  const samples: Sample[] = [];
  const measureUntilLost = async () => {
    const client = new Client({ connectionString });
    client.on("error", () => undefined);
    try {
      await client.connect();
      while (!stopping.signal.aborted) {
        const { rows } = await client.query<Omit<Sample, "at">>(LATEST);
        for (const row of rows) samples.push({ ...row, at: performance.now() });
        await sleep(EVERY_MS);
      }
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const measure = async () => {
    while (!stopping.signal.aborted) {
      await measureUntilLost().catch(() => undefined);
      await sleep(EVERY_MS);
    }
  };
  const measuring = measure();
  return {
    longestSince: (since) => {
      const taken = samples.filter(({ at }) => at >= since);
      if (taken.length === 0) throw new Error("The database did not say how late its work is.");
      return {
        batchSeconds: Math.max(0, ...taken.map(({ batchSeconds }) => batchSeconds)),
        actorSeconds: Math.max(0, ...taken.map(({ actorSeconds }) => actorSeconds)),
      };
    },
    stop: async () => {
      stopping.abort();
      await measuring;
    },
  };
}

/** The measurements so far. */
export interface Delays {
  /** The longest delays of a batch's settlement and of an actor since an instant. @throws Error without a measurement. */
  longestSince(since: number): Omit<Sample, "at">;
  stop(): Promise<void>;
}

interface Sample {
  readonly at: number;
  readonly batchSeconds: number;
  readonly actorSeconds: number;
}

const EVERY_MS = 200;
const LATEST = `
  with clock as (select clock_now() as now)
  select
    coalesce((select extract(epoch from now - min(next_settle_at)) from sync_batch
               where status = 'ADMITTED' and next_settle_at <= now), 0)::float8 as "batchSeconds",
    coalesce((select extract(epoch from now - min(due_at)) from actor
               where due_at < now), 0)::float8 as "actorSeconds"
  from clock`;
