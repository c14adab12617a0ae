import { PAUSE_MS } from "../lanes/pauses.ts";
import type { Ports } from "../ports/ports.ts";

/**
 * Asks for purge orders once a day while a queue is sealed, because a later order may delete it
 * (docs/rooms/sync.md#device-secrets). After a silent server it asks again sooner.
 *
 * @param ask asks once, and returns whether the server answered.
 */
export function askWhileSealed({ sql, clock }: Ports, ask: () => Promise<boolean>): SealedWatch {
  let cancel = (): void => undefined;
  let isStopped = false;

  return {
    async watch() {
      await planAfter(DAY_MS).catch(planAnyway);
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };

  async function planAfter(ms: number): Promise<void> {
    cancel();
    const sealed = await sql.read({
      sql: `select 1 from cache_scope where status = 'SEALED' limit 1`,
    });
    if (sealed.length === 0 || isStopped) return;
    cancel = clock.after(ms, () => void askAgain());
  }

  /** A database that fails may still hold a sealed queue, and the former question was cancelled. */
  function planAnyway(): void {
    cancel();
    if (!isStopped) cancel = clock.after(PAUSE_MS.most, () => void askAgain());
  }

  async function askAgain(): Promise<void> {
    const isAnswered = await ask().catch(() => false);
    await planAfter(isAnswered ? DAY_MS : PAUSE_MS.most).catch(planAnyway);
  }
}

/** Asks as long as a queue is sealed. */
export interface SealedWatch {
  /** Plans the next question if a queue is sealed. */
  watch(): Promise<void>;
  stop(): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
