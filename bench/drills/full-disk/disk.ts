import { setTimeout as sleep } from "node:timers/promises";
import { keepMembers } from "../../../tools/production/database/keep-members.ts";
import type { Promotion } from "../../../tools/production/database/promote.ts";
import { untilStreaming } from "../../../tools/production/database/standbys.ts";
import { figuresSince, untilSteady } from "../figures.ts";
import { say } from "../say.ts";
import type { SmallDisk } from "./small-disk.ts";
import { type DrillGround, type PlayOptions, underLoad } from "../under-load.ts";

/**
 * Fills the disk of the primary under load, so that a standby takes over, and then the disks of all members, so that none
 * can. The space comes back after a while, and everything has to go on without an operator.
 *
 * @returns whether phones saw nothing but 503 with Retry-After, and no member was built again and again.
 */
export async function disk(options: PlayOptions): Promise<boolean> {
  return await underLoad(
    { ...options, shape: { diskMegabytes: DISK_MEGABYTES } },
    async (ground) => {
      const watch = watchMembers(ground);
      try {
        let isGood = true;
        for (let round = 1; round <= options.rounds; round += 1)
          for (const whose of ["primary", "all"] as const)
            isGood = (await playRound(ground, { whose, watch })) && isGood;
        return isGood;
      } finally {
        await watch.stop();
      }
    },
  );
}

/** Room for a cluster, its log, and a copy of the primary. */
const DISK_MEGABYTES = 768;
const FULL_FOR_MS = 40_000;
/** A member that lacked space is tried again once a minute. */
const BACK_WITHIN_MS = 180_000;
/** Attempts to bring one member back while its disk is full: pauses double from 2 s on. */
const MOST_ATTEMPTS = 8;

interface Watch {
  readonly promotions: readonly Promotion[];
  /** The reports of failed attempts. */
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

function watchMembers({ stack }: DrillGround): Watch {
  const promotions: Promotion[] = [];
  const failures: string[] = [];
  const stopping = new AbortController();
  const keeping = keepMembers(stack.cluster, {
    stopping: stopping.signal,
    say: (line) => {
      if (line.includes("could not be replaced")) failures.push(line);
    },
    onPromotion: (promotion) => void promotions.push(promotion),
  });
  return {
    promotions,
    failures,
    stop: async () => {
      stopping.abort();
      await keeping;
    },
  };
}

interface Round {
  readonly whose: "primary" | "all";
  readonly watch: Watch;
}

async function playRound(
  { stack, load: { account } }: DrillGround,
  { whose, watch }: Round,
): Promise<boolean> {
  const { cluster, disks } = stack;
  await untilStreaming(cluster.primary(), cluster.members.length - 1, BACK_WITHIN_MS);
  await untilSteady(account);
  const full = whose === "all" ? Object.values(disks) : [diskOf(disks, cluster.primary().name)];
  const before = { promotions: watch.promotions.length, failures: watch.failures.length };
  const at = performance.now();
  for (const one of full) one.fill();
  await sleep(FULL_FOR_MS);
  const attempts = watch.failures.slice(before.failures);
  const whileFull = figuresSince(account, at);
  const emptiedAt = performance.now();
  for (const one of full) one.empty();
  await untilSteady(account);
  const { comeAgain, failed, kinds } = figuresSince(account, at);
  const afterwards = figuresSince(account, emptiedAt);
  await untilStreaming(cluster.primary(), cluster.members.length - 1, BACK_WITHIN_MS);
  say(
    [
      `the disk of ${whose === "all" ? "every member" : "the primary"} is full for ${FULL_FOR_MS / 1_000} s`,
      `${watch.promotions.length - before.promotions} promotions`,
      `bad answers for ${whileFull.seconds.toFixed(1)} s while it is full, and for ${afterwards.seconds.toFixed(1)} s after space is back`,
      `${comeAgain} times 503 with Retry-After, ${failed.length} failed`,
      `${attempts.length} failed attempts to bring a member back, such as: ${attempts.at(-1) ?? "none"}`,
      `all members run again ${((performance.now() - emptiedAt) / 1_000).toFixed(0)} s after space is back`,
      ...kinds,
    ].join("; "),
  );
  return failed.length === 0 && attempts.length <= MOST_ATTEMPTS * full.length;
}

function diskOf(disks: Readonly<Record<string, SmallDisk>>, name: string): SmallDisk {
  const found = disks[name];
  if (found === undefined) throw new Error(`${name} has no disk of its own.`);
  return found;
}
