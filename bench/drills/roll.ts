import { listLost } from "./check-account.ts";
import { type Account, startDrillLoad } from "./drill-load.ts";
import { drillPhones } from "./drill-phones.ts";
import { startDrillStack } from "./drill-stack.ts";
import type { DrillStack } from "./drill-types.ts";
import { openLongPolls } from "./long-polls.ts";
import { say } from "./say.ts";

/**
 * Replaces APIs, workers and relays one after the other under load, again and again. Every request has to be answered as
 * if nothing happened.
 *
 * @returns whether no request failed.
 */
export async function roll(options: RollOptions): Promise<boolean> {
  const stack = await startDrillStack({ synchronous: true, keepsLogs: options.keepsLogs });
  try {
    const load = startDrillLoad({
      urls: stack.urls,
      phones: await drillPhones(stack, options.phones),
      batchesPerSecond: 30,
      readsPerSecond: 100,
      operations: 10,
    });
    const { account } = load;
    const stopPolls = await openLongPolls(stack, { count: 10, account });
    for (let round = 1; round <= options.rounds; round += 1)
      say(`roll ${round}: ${await rollAll(stack, account)}`);
    await Promise.all([load.stop(), stopPolls()]);
    const lost = await listLost(stack, account.receipts);
    const { batches, reads, polls } = account.answered;
    say(`
${options.rounds} rolls of two APIs, two workers and two relays
  answered          ${batches} batches, ${reads} reads, ${polls} long polls
  failed            ${account.others.length}
  longest answer    ${(account.longestMs / 1000).toFixed(1)} s (a long poll takes 25 s)
  acknowledged operations lost   ${lost.length} of ${account.receipts.size}`);
    return account.others.length === 0 && lost.length === 0;
  } finally {
    await stack.stop();
  }
}

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

/** Number of rolls. */
export interface RollOptions {
  readonly rounds: number;
  readonly phones: number;
  readonly keepsLogs: boolean;
}
