import { setTimeout as sleep } from "node:timers/promises";
import { untilStreaming } from "../../tools/production/database/standbys.ts";
import type { Account } from "./drill-load.ts";
import type { DrillStack } from "./drill-types.ts";
import { figuresSince, untilSteady } from "./figures.ts";
import { say } from "./say.ts";
import { type PlayOptions, underLoad } from "./under-load.ts";

/**
 * Kills standbys under load while commits wait for one of them: first one of two, then the last one. The last one is
 * brought back once, and once an operator gives up waiting for it.
 *
 * @returns whether one of two standbys is enough, and nothing acknowledged is lost.
 */
export async function standby(options: PlayOptions): Promise<boolean> {
  return await underLoad(options, async ({ stack, load: { account } }) => {
    const [first, second] = standbysOf(stack);
    if (first === undefined || second === undefined) throw new Error("There are two standbys.");
    await untilSteady(account);
    const badAnswers = await withoutOne(account, first.kill);
    await withoutLast(stack, account, second.name);
    await stack.cluster.restart(first.name);
    await untilStreaming(stack.cluster.primary(), 2);
    say(`${first.name} is back and has caught up`);
    return badAnswers === 0;
  });
}

const GONE_FOR_MS = 15_000;

function standbysOf({ cluster }: DrillStack) {
  return cluster.members.filter(({ name }) => name !== cluster.primary().name);
}

async function withoutOne(account: Account, kill: () => Promise<void>): Promise<number> {
  // The same time without a fault shows the bad answers of a busy machine.
  await countBadAnswers(account, "all standbys run", async () => {});
  return await countBadAnswers(account, "one of two standbys dies", kill);
}

/** Counts the bad answers in the time after a step. */
async function countBadAnswers(
  account: Account,
  name: string,
  step: () => Promise<void>,
): Promise<number> {
  const at = performance.now();
  await step();
  await sleep(GONE_FOR_MS);
  const { comeAgain, failed, longestMs, kinds } = figuresSince(account, at);
  const bad = comeAgain + failed.length;
  say(
    [
      `${name}: ${bad} bad answers in ${GONE_FOR_MS / 1_000} s`,
      `longest answer ${Math.round(longestMs)} ms`,
      ...kinds,
    ].join("; "),
  );
  return bad;
}

/** Commits wait until the last standby is back, or an operator says that they need not. */
async function withoutLast({ cluster }: DrillStack, account: Account, name: string): Promise<void> {
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
