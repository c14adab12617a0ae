import { randomInt } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { showHelp } from "../../workers/operator/show-help.ts";
import { CAMPAIGNS, campaignName } from "./campaigns.ts";
import { AT_LENGTH, endOf, startJest } from "./start-jest.ts";

const Asked = z.object({
  minutes: z.coerce.number().positive(),
  seed: z.coerce.number().int().optional(),
  report: z.string().default(".sideline/campaigns.md"),
});

type Name = z.infer<typeof campaignName>;

/** One campaign that was played. */
interface Played {
  readonly name: Name;
  readonly seed: number;
  /** The played fraction of its full numbers. */
  readonly part: number;
  readonly seconds: number;
  readonly outcome: "passed" | "FAILED" | "ended by the clock" | "stopped";
}

/** Campaigns begin with this fraction of their numbers, and double it with each further round. */
const FIRST_PART = 1 / 64;

/** Plays all campaigns in sequence and repeatedly until the minutes are over. Exits with 1 if one of them failed. */
async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { minutes: text, seed: text, report: text } });
  const { minutes, seed: asked, report } = Asked.parse({ minutes: "60", ...values });
  const first = asked ?? randomInt(2 ** 31);
  const begin = Date.now();
  const end = begin + minutes * 60_000;
  const played: Played[] = [];
  const isOver = () => Date.now() >= end || played.at(-1)?.outcome === "stopped";
  for (let round = 0; !isOver(); round += 1) {
    const part = Math.min(1, FIRST_PART * 2 ** round);
    for (const name of campaignName.options) {
      if (isOver()) break;
      played.push(await play({ name, seed: first + round, part }, end));
      writeReport(resolve(report), reportOf(played, { seed: first, begin, minutes }));
    }
  }
  process.stderr.write(`\nThe report is ${resolve(report)}\n`);
  if (played.some(({ outcome }) => outcome === "FAILED")) process.exitCode = 1;
}

async function play(
  { name, seed, part }: Pick<Played, "name" | "seed" | "part">,
  end: number,
): Promise<Played> {
  const begin = Date.now();
  process.stderr.write(`\n== ${name}, seed ${seed}, part ${part}\n`);
  const { files, env } = CAMPAIGNS[name];
  const numbers = { SIDELINE_SEED: String(seed), SIDELINE_CAMPAIGN_PART: String(part) };
  const child = startJest([...files, AT_LENGTH], { ...env, ...numbers });
  let isLate = false;
  const clock = setTimeout(
    () => {
      isLate = true;
      child.kill("SIGTERM");
    },
    Math.max(0, end - begin),
  );
  const code = await endOf(child);
  clearTimeout(clock);
  const seconds = Math.round((Date.now() - begin) / 1_000);
  return { name, seed, part, seconds, outcome: outcomeOf(code, isLate) };
}

/** Jest's exit code after it was asked to stop and has stopped its processes. */
const STOPPED = 130;

function outcomeOf(code: number, isLate: boolean): Played["outcome"] {
  if (isLate) return "ended by the clock";
  if (code === STOPPED) return "stopped";
  return code === 0 ? "passed" : "FAILED";
}

function reportOf(
  played: readonly Played[],
  { seed, begin, minutes }: { seed: number; begin: number; minutes: number },
): string {
  const rows = played.map(
    ({ name, seed: drawn, part, seconds, outcome }) =>
      `| ${name} | ${drawn} | ${part} | ${seconds} | ${outcome} | \`SIDELINE_CAMPAIGN_PART=${part} npm run test:${name} -- --seed ${drawn}\` |`,
  );
  const missing = campaignName.options.filter((one) => !played.some(({ name }) => name === one));
  const lines = [
    `# Campaigns of ${new Date(begin).toISOString()}`,
    "",
    `${minutes} minutes, seed ${seed}.`,
    missing.length === 0 ? "Every campaign was played." : `Not played: ${missing.join(", ")}.`,
    "",
    "| campaign | seed | part | seconds | outcome | again |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ];
  return `${lines.join("\n")}\n`;
}

function writeReport(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

showHelp(`Plays all campaigns for a time, with a drawn seed, and writes a report:

  npm run test:campaigns -- [--minutes 60] [--seed S] [--report .sideline/campaigns.md]`);
await main();
