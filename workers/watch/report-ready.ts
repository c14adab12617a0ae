import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { markApiReady } from "../../db/agenda/calendar/watch.ts";

/**
 * Records once a minute that this API is ready, so that no client's day closes during a long outage of all APIs
 * (docs/rooms/agenda.md#closing). A failure is made up for a minute later.
 */
export function reportReady(
  em: SqlEntityManager,
  isReady: () => Promise<boolean>,
  stop: AbortSignal,
): void {
  const report = async () => {
    if (await isReady()) await markApiReady(em.fork());
  };
  const reportQuietly = () => void report().catch(() => {});
  const timer = setInterval(reportQuietly, EVERY_MS);
  timer.unref();
  stop.addEventListener("abort", () => clearInterval(timer), { once: true });
  reportQuietly();
}

const EVERY_MS = 60_000;
