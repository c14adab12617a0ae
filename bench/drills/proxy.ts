import { setTimeout as sleep } from "node:timers/promises";
import { killFamily } from "../../tools/processes/kill-family.ts";
import { figuresSince, untilSteady } from "./figures.ts";
import { say } from "./say.ts";
import { type PlayOptions, underLoad } from "./under-load.ts";

/**
 * Kills the proxy under load; it is started again after a second, as a supervisor does. It carries the database's
 * connections too, so every transaction that runs ends in an unknown state.
 *
 * @returns whether nothing acknowledged is lost.
 */
export async function proxy(options: PlayOptions): Promise<boolean> {
  return await underLoad(options, async ({ stack, load: { account } }) => {
    for (let round = 1; round <= options.rounds; round += 1) {
      await untilSteady(account);
      const at = performance.now();
      killFamily(stack.proxy.child.record.pid);
      await stack.proxy.child.ended;
      await sleep(RESTART_MS);
      stack.proxy = await stack.startProxy();
      await untilSteady(account);
      const { seconds, comeAgain, failed } = figuresSince(account, at);
      say(
        `proxy killed ${round}: bad answers for ${seconds.toFixed(1)} s (${comeAgain} times 503 with Retry-After, ${failed.length} without an answer)`,
      );
    }
    return true;
  });
}

const RESTART_MS = 1_000;
