import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { markApiReady } from "../../db/agenda/calendar/watch.ts";

const EVERY_MS = 60_000;

/**
 * Keeps once a minute that this API is ready, so that no client's day closes while none was for long
 * (docs/rooms/agenda.md#closing). What fails is made up for by the next minute.
 */
export function reportReady(
  em: SqlEntityManager,
  isReady: () => Promise<boolean>,
  stop: AbortSignal,
): void {
  const report = async () => {
    if (await isReady()) await markApiReady(em.fork());
  };
  const tell = () => void report().catch(() => {});
  const timer = setInterval(tell, EVERY_MS);
  timer.unref();
  stop.addEventListener("abort", () => clearInterval(timer), { once: true });
  tell();
}
