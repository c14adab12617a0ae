import { setTimeout as sleep } from "node:timers/promises";
import { figuresSince, untilSteady } from "../figures.ts";
import { say } from "../say.ts";
import { type DrillGround, type PlayOptions, underLoad } from "../under-load.ts";
import { type Delays, watchDelays } from "./delays.ts";

/**
 * Kills a history service of Temporal and then its matching service under load; both are restarted. Phones must not
 * notice, and no due work may wait for more than five seconds.
 *
 * @returns whether both is true.
 */
export async function history(options: PlayOptions): Promise<boolean> {
  const shape = { hasTemporalRoles: true, settings: () => ({ max_connections: "250" }) };
  return await underLoad({ ...options, shape }, async (ground) => {
    const delays = watchDelays(ground.stack);
    try {
      let isGood = true;
      for (let round = 1; round <= options.rounds; round += 1)
        for (const name of VICTIMS) isGood = (await killOne(ground, delays, name)) && isGood;
      return isGood;
    } finally {
      await delays.stop();
    }
  });
}

const VICTIMS = ["temporal-history-1", "temporal-matching"] as const;
const WATCHED_MS = 45_000;
/** Due work may be this late, in seconds. */
const LATEST_SECONDS = 5;

async function killOne(
  { stack, load: { account } }: DrillGround,
  delays: Delays,
  name: string,
): Promise<boolean> {
  const member = stack.temporal?.members.find((one) => one.name === name);
  if (member === undefined) throw new Error(`The stack has no ${name}.`);
  await untilSteady(account);
  const calmFrom = performance.now();
  await sleep(CALM_MS);
  const calm = delays.longestSince(calmFrom);
  const at = performance.now();
  await member.kill();
  await sleep(WATCHED_MS);
  const { batchSeconds, actorSeconds } = delays.longestSince(at);
  const { comeAgain, failed, longestMs, kinds } = figuresSince(account, at);
  say(
    [
      `${name} killed: a settlement was at most ${batchSeconds.toFixed(1)} s late, an actor ${actorSeconds.toFixed(1)} s (before: ${calm.batchSeconds.toFixed(1)}, ${calm.actorSeconds.toFixed(1)} s)`,
      `${comeAgain + failed.length} bad answers, longest answer ${Math.round(longestMs)} ms`,
      ...kinds,
    ].join("; "),
  );
  const isInTime = Math.max(batchSeconds, actorSeconds) <= LATEST_SECONDS;
  return isInTime && comeAgain + failed.length === 0;
}

/** How long the delays before a kill are measured. */
const CALM_MS = 15_000;
