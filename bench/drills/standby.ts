import { setTimeout as sleep } from "node:timers/promises";
import { untilStreaming } from "../../tools/production/database/standbys.ts";
import { listLost } from "./check-account.ts";
import { type DrillLoad, startDrillLoad } from "./drill-load.ts";
import { drillPhones } from "./drill-phones.ts";
import { startDrillStack } from "./drill-stack.ts";
import type { DrillStack } from "./drill-types.ts";
import { figuresSince, untilSteady } from "./figures.ts";
import { say } from "./say.ts";

/**
 * Kills standbys under load while commits wait for one of them: first one of two, then the last one. The last one is
 * brought back once, and once an operator gives up waiting for it.
 *
 * @returns whether one of two standbys is enough, and nothing acknowledged is lost.
 */
export async function standby(options: StandbyOptions): Promise<boolean> {
  const stack = await startDrillStack({ synchronous: true, keepsLogs: options.keepsLogs });
  try {
    const load = startDrillLoad({
      urls: stack.urls,
      phones: await drillPhones(stack, options.phones),
      batchesPerSecond: options.rate,
      readsPerSecond: options.rate,
      operations: 10,
    });
    const [first, second] = standbysOf(stack);
    if (first === undefined || second === undefined) throw new Error("There are two standbys.");
    await untilSteady(load.account);
    const badAnswers = await withoutOne(load, first.kill);
    await withoutLast(stack, load, second.name);
    await stack.cluster.restart(first.name);
    await untilStreaming(stack.cluster.primary(), 2);
    say(`${first.name} is back and has caught up`);
    await load.stop();
    const lost = await listLost(stack, load.account.receipts);
    say(`${lost.length} of ${load.account.receipts.size} acknowledged operations lost`);
    return badAnswers === 0 && lost.length === 0;
  } finally {
    await stack.stop();
  }
}

/** Number of phones, and their load. */
export interface StandbyOptions {
  readonly phones: number;
  /** Batches a second, and as many reads. */
  readonly rate: number;
  readonly keepsLogs: boolean;
}

const GONE_FOR_MS = 15_000;

function standbysOf({ cluster }: DrillStack) {
  return cluster.members.filter(({ name }) => name !== cluster.primary().name);
}

async function withoutOne(load: DrillLoad, kill: () => Promise<void>): Promise<number> {
  const at = performance.now();
  await kill();
  await sleep(GONE_FOR_MS);
  const { comeAgain, failed, longestMs, kinds } = figuresSince(load.account, at);
  say(
    [
      `one of two standbys dies: ${comeAgain + failed.length} bad answers in 15 s`,
      `longest answer ${Math.round(longestMs)} ms`,
      ...kinds,
    ].join("; "),
  );
  return comeAgain + failed.length;
}

/** Commits wait until the last standby is back, or an operator says that they need not. */
async function withoutLast(stack: DrillStack, { account }: DrillLoad, name: string): Promise<void> {
  const { cluster } = stack;
  const remedies = [
    ["it is started again", () => cluster.restart(name)],
    ["commits no longer wait", () => cluster.setSynchronous(false)],
  ] as const;
  for (const [remedy, apply] of remedies) {
    const last = cluster.members.find((one) => one.name === name);
    const at = performance.now();
    await last?.kill();
    const before = { ...account.answered };
    await sleep(GONE_FOR_MS);
    const { batches, reads } = account.answered;
    const mendedAt = performance.now();
    await apply();
    await untilSteady(account);
    const { comeAgain, failed } = figuresSince(account, at);
    const backAfter = (account.others.at(-1)?.at ?? mendedAt) - mendedAt;
    say(
      [
        `the last standby dies, after 15 s ${remedy}`,
        `meanwhile ${batches - before.batches} batches and ${reads - before.reads} reads were answered`,
        `${comeAgain} times 503 with Retry-After, ${failed.length} failed`,
        `good again ${(Math.max(0, backAfter) / 1000).toFixed(1)} s after the remedy`,
        ...new Set(failed),
      ].join("; "),
    );
  }
  await cluster.restart(name);
  await untilStreaming(cluster.primary(), 1);
  await cluster.setSynchronous(true);
}
