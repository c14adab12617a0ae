import type { Account } from "./drill-load.ts";
import type { DrillStack } from "./drill-types.ts";
import { longestSince } from "./figures.ts";
import { openLongPolls } from "./long-polls.ts";
import { say } from "./say.ts";
import { type PlayOptions, underLoad } from "./under-load.ts";

/**
 * Replaces APIs, workers and relays one after the other under load, again and again. Every request has to be answered as
 * if nothing happened.
 *
 * @returns whether no request failed.
 */
export async function roll(options: PlayOptions): Promise<boolean> {
  return await underLoad({ ...options, readsPerSecond: READS }, async ({ stack, load }) => {
    const { account } = load;
    const stopPolls = await openLongPolls(stack, { count: 10, account });
    for (let round = 1; round <= options.rounds; round += 1)
      say(`roll ${round}: ${await rollAll(stack, account)}`);
    await stopPolls();
    const { batches, reads, polls } = account.answered;
    say(`
${options.rounds} rolls of two APIs, two workers and two relays
  answered          ${batches} batches, ${reads} reads, ${polls} long polls
  failed            ${account.others.length}
  longest answer    ${(longestSince(account, 0) / 1000).toFixed(1)} s (a long poll takes 25 s)`);
    return account.others.length === 0;
  });
}

/** Reads a second. */
const READS = 100;

/** Replaces every process once and describes what the clients saw. */
async function rollAll({ parts, proxy }: DrillStack, account: Account): Promise<string> {
  const before = { ...account.answered, others: account.others.length };
  const from = performance.now();
  for (const [place, part] of parts.entries()) {
    const code = await part.roll();
    if (code !== 0) say(`${part.name} had to cut something off: it ended with ${code}`);
    if (part.name.startsWith("api")) await proxy.untilUp(`apis/api_${place + 1}`);
  }
  const { batches, reads, polls } = account.answered;
  const others = account.others.slice(before.others);
  return [
    `${((performance.now() - from) / 1000).toFixed(0)} s`,
    `${batches - before.batches} batches, ${reads - before.reads} reads, ${polls - before.polls} long polls`,
    `${others.length} failed`,
    ...new Set(others.map(({ what }) => what)),
  ].join("; ");
}
