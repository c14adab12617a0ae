import { setTimeout as sleep } from "node:timers/promises";
import { killFamily } from "../../tools/processes/kill-family.ts";
import { listLost } from "./check-account.ts";
import { startDrillLoad } from "./drill-load.ts";
import { drillPhones } from "./drill-phones.ts";
import { startDrillStack } from "./drill-stack.ts";
import { figuresSince, untilSteady } from "./figures.ts";
import { say } from "./say.ts";

/**
 * Kills the proxy under load; it is started again after a second, as a supervisor does. It carries the database's
 * connections too, so every transaction that runs ends in an unknown state.
 *
 * @returns whether nothing acknowledged is lost.
 */
export async function proxy(options: ProxyOptions): Promise<boolean> {
  const stack = await startDrillStack({ synchronous: true, keepsLogs: options.keepsLogs });
  try {
    const load = startDrillLoad({
      urls: stack.urls,
      phones: await drillPhones(stack, options.phones),
      batchesPerSecond: options.rate,
      readsPerSecond: options.rate,
      operations: 10,
    });
    for (let round = 1; round <= options.rounds; round += 1) {
      await untilSteady(load.account);
      const at = performance.now();
      killFamily(stack.proxy.child.record.pid);
      await stack.proxy.child.ended;
      await sleep(RESTART_MS);
      stack.proxy = await stack.startProxy();
      await untilSteady(load.account);
      const { seconds, comeAgain, failed } = figuresSince(load.account, at);
      say(
        `proxy killed ${round}: bad answers for ${seconds.toFixed(1)} s (${comeAgain} times 503 with Retry-After, ${failed.length} without an answer)`,
      );
    }
    await load.stop();
    const lost = await listLost(stack, load.account.receipts);
    say(`${lost.length} of ${load.account.receipts.size} acknowledged operations lost`);
    return lost.length === 0;
  } finally {
    await stack.stop();
  }
}

/** Number of kills, and the load. */
export interface ProxyOptions {
  readonly rounds: number;
  readonly phones: number;
  /** Batches a second, and as many reads. */
  readonly rate: number;
  readonly keepsLogs: boolean;
}

const RESTART_MS = 1_000;
