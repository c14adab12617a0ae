import { setTimeout as sleep } from "node:timers/promises";
import type { Promotion } from "../../tools/production/database/promote.ts";
import { until, untilStreaming } from "../../tools/production/database/standbys.ts";
import { keepMembers } from "../../tools/production/database/keep-members.ts";
import { countOtherReceipts, listLost } from "./check-account.ts";
import type { DrillStack } from "./drill-types.ts";
import { say } from "./say.ts";
import { type DrillGround, type PlayOptions, underLoad } from "./under-load.ts";
import { type Figures, figuresSince, untilSteady } from "./figures.ts";

/**
 * Kills the primary under load, again and again. A standby is promoted, and the old primary becomes a standby. Every
 * acknowledged operation is then looked for in the database.
 *
 * @returns whether nothing was lost that must not be, and nobody waited for too long.
 */
export async function failover(options: FailoverOptions): Promise<boolean> {
  const isSynchronous = !options.asynchronous;
  return await underLoad({ ...options, isSynchronous }, async (ground) =>
    summarize(await playRounds(ground, options), options),
  );
}

/** Whether commits wait for a standby, and whether one standby lags when the primary dies. */
export interface FailoverOptions extends PlayOptions {
  readonly asynchronous: boolean;
  readonly lagging: boolean;
}

/** Phones may get 503 with Retry-After for this long, in seconds. */
const LONGEST_SECONDS = 15;

interface Round extends Figures {
  /** From the kill until the promoted member was open; the promotion itself began when the loss was noticed. */
  readonly openedMs: number;
  readonly promotion: Promotion;
  readonly acknowledged: number;
  readonly lost: number;
  readonly otherReceipts: number;
}

async function playRounds(
  ground: DrillGround,
  options: FailoverOptions,
): Promise<readonly Round[]> {
  const promotions: Promotion[] = [];
  const stopping = new AbortController();
  const keeping = keepMembers(ground.stack.cluster, {
    stopping: stopping.signal,
    say: () => undefined,
    onPromotion: (promotion) => void promotions.push(promotion),
  });
  const played: Round[] = [];
  try {
    for (let round = 1; round <= options.rounds; round += 1) {
      played.push(await playRound({ ...ground, promotions }, options));
      say(`round ${round}: ${describeRound(played.at(-1))}`);
    }
  } finally {
    stopping.abort();
    await keeping;
  }
  return played;
}

interface Playing extends DrillGround {
  /** Every promotion so far. */
  readonly promotions: readonly Promotion[];
}

async function playRound(
  { stack, load, promotions }: Playing,
  { lagging }: FailoverOptions,
): Promise<Round> {
  const { account } = load;
  const { cluster } = stack;
  await untilStreaming(cluster.primary(), cluster.members.length - 1);
  await untilSteady(account);
  // Not in step with anything that happens at intervals.
  await sleep(Math.random() * 1_000);
  const thaw = lagging ? await freezeStandby(stack) : () => undefined;
  const before = promotions.length;
  const killedAt = performance.now();
  await cluster.primary().kill();
  await until(async () => promotions.length > before, "No standby was promoted");
  const openedMs = performance.now() - killedAt;
  const promotion = promotions.at(-1);
  if (promotion === undefined) throw new Error("No standby was promoted");
  thaw();
  await untilSteady(account);
  const figures = figuresSince(account, killedAt);
  const lost = await listLost(stack, account.receipts);
  const acknowledged = account.receipts.size;
  for (const receipt of lost) account.receipts.delete(receipt);
  const otherReceipts = lost.length > 0 ? 0 : await countOtherReceipts(stack, account.batches);
  return { ...figures, openedMs, promotion, acknowledged, lost: lost.length, otherReceipts };
}

/** A frozen receiver lags until it is thawed. */
const LAG_MS = 3_000;

/** Freezes the receiver of one standby, so that it lags behind the other. */
async function freezeStandby({ cluster }: DrillStack): Promise<() => void> {
  const standby = cluster.members.find(({ name }) => name !== cluster.primary().name);
  const [row] = (await standby?.ask("select pid::text as pid from pg_stat_wal_receiver")) ?? [];
  const pid = Number(row?.["pid"]);
  process.kill(pid, "SIGSTOP");
  await sleep(LAG_MS);
  return () => {
    try {
      process.kill(pid, "SIGCONT");
    } catch {
      // The standby was rebuilt meanwhile, and its receiver is gone.
    }
  };
}

function describeRound(played: Round | undefined): string {
  if (played === undefined) return "";
  const { promotion, comeAgain, failed, seconds, lost, acknowledged } = played;
  return [
    `${promotion.fenced} killed, ${promotion.name} open after ${Math.round(played.openedMs)} ms, ${Math.round(promotion.openedMs)} ms of them for the promotion`,
    `bad answers for ${seconds.toFixed(1)} s (${comeAgain} times 503 with Retry-After, ${failed.length} failed)`,
    `${lost} of ${acknowledged} acknowledged operations lost`,
    ...(played.otherReceipts > 0 ? [`${played.otherReceipts} got another receipt`] : []),
    ...played.kinds,
  ].join("; ");
}

function summarize(rounds: readonly Round[], { asynchronous }: FailoverOptions): boolean {
  const total = (of: (round: Round) => number) => rounds.reduce((sum, one) => sum + of(one), 0);
  const longest = Math.max(...rounds.map(({ seconds }) => seconds));
  const sorted = rounds.map(({ seconds }) => seconds).toSorted((a, b) => a - b);
  const lost = total((one) => one.lost);
  const failures = total((one) => one.failed.length);
  say(`
${rounds.length} failovers, ${asynchronous ? "asynchronous" : "ANY 1 of two standbys"}
  seconds until answers were good again   median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)}, longest ${longest.toFixed(1)}
  503 with Retry-After                    ${total((one) => one.comeAgain)}
  failed in another way                   ${failures}
  longest wait for an answer              ${Math.max(...rounds.map(({ longestMs }) => longestMs / 1000)).toFixed(1)} s
  acknowledged operations                 ${rounds.at(-1)?.acknowledged}
  of them lost                            ${lost}, in ${rounds.filter((one) => one.lost > 0).length} of the failovers
  promotions that renewed the epochs      ${rounds.filter(({ promotion }) => promotion.mayHaveLost).length}`);
  const isWhole = asynchronous || (lost === 0 && total((one) => one.otherReceipts) === 0);
  return isWhole && longest <= LONGEST_SECONDS;
}
