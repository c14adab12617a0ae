import type { Account, Other } from "../drill-load.ts";
import type { DrillStack } from "../drill-types.ts";
import { kindOf, longestSince } from "../figures.ts";
import { openLongPolls } from "./long-polls.ts";
import { say } from "../say.ts";
import { type PlayOptions, underLoad } from "../under-load.ts";
import { openUploads } from "./uploads.ts";

/**
 * Replaces APIs, workers and relays one after the other under load, again and again. Every request has to be answered as
 * if nothing happened; an upload may be ended midway, and continues where it was.
 *
 * @returns whether no request failed.
 */
export async function roll(options: PlayOptions): Promise<boolean> {
  const load = { reads: READS, ...options, idlePhones: UPLOADS };
  return await underLoad(load, async ({ stack, load: { account }, idlePhones }) => {
    const stopUploads = openUploads(stack, { phones: idlePhones, account });
    const stopPolls = await openLongPolls(stack, { count: POLLS, account });
    const begun = account.others.length;
    for (let round = 1; round <= options.rounds; round += 1)
      say(`roll ${round}: ${await rollAll(stack, account)}`);
    await Promise.all([stopPolls(), stopUploads()]);
    const { batches, reads, polls, uploads, resumptions } = account.answered;
    say(`
${options.rounds} rolls of two APIs, two workers and two relays
  answered          ${batches} batches, ${reads} reads, ${polls} long polls
  uploaded          ${uploads} photos with their exact bytes, continued ${resumptions} times, never from the start
  failed            ${account.others.length}${begun > 0 ? `, ${begun} of them before the first roll` : ""}
  longest answer    ${(longestSince(account, 0) / 1000).toFixed(1)} s (a long poll takes 25 s)`);
    return account.others.length === 0;
  });
}

/** Reads a second. */
const READS = 100;
/** Long polls that are open at once. */
const POLLS = 10;
/** Uploads that are under way at once. */
const UPLOADS = 4;

/** Replaces every process once and describes what the clients saw. */
async function rollAll({ parts, proxy }: DrillStack, account: Account): Promise<string> {
  const before = { ...account.answered, others: account.others.length };
  const from = performance.now();
  const steps: Step[] = [];
  for (const [place, part] of parts.entries()) {
    steps.push({ name: part.name, at: performance.now() });
    const code = await part.roll();
    if (code !== 0) say(`${part.name} had to cut something off: it ended with ${code}`);
    if (part.name.startsWith("api")) await proxy.untilUp(`apis/api_${place + 1}`);
  }
  const { batches, reads, polls, uploads } = account.answered;
  const others = account.others.slice(before.others);
  return [
    `${((performance.now() - from) / 1000).toFixed(0)} s`,
    `${batches - before.batches} batches, ${reads - before.reads} reads, ${polls - before.polls} long polls`,
    `${uploads - before.uploads} uploads`,
    `${others.length} failed`,
    ...kindsByStep(others, steps),
  ].join("; ");
}

/** The replacement of a process, and when it began. */
interface Step {
  readonly name: string;
  readonly at: number;
}

/** Each kind of bad answer with the process that was being replaced, and how often it was seen. */
function kindsByStep(others: readonly Other[], steps: readonly Step[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const other of others) {
    const step = steps.findLast(({ at }) => at <= other.at);
    const kind = `${kindOf(other)} while ${step?.name ?? "nothing"} was replaced`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${count} ${kind}`);
}
