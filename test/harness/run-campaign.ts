import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import * as z from "zod";
import { showHelp } from "../../workers/operator/show-help.ts";
import { CAMPAIGNS, campaignName } from "./campaigns.ts";
import { AT_LENGTH, endOf, startJest } from "./start-jest.ts";

const count = z.coerce.number().int().positive().optional();
const Options = z.object({
  name: campaignName,
  seed: z.coerce.number().int().optional(),
  runs: count,
  rounds: count,
  cases: count,
  courses: count,
});

/** Plays one campaign with the requested numbers. */
async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { runs: text, seed: text, rounds: text, cases: text, courses: text },
  });
  const options = Options.parse({ name: positionals[0], ...values });
  const { files, env } = CAMPAIGNS[options.name];
  const numbers = {
    SIDELINE_MODEL_RUNS: options.runs,
    SIDELINE_RACE_ROUNDS: options.rounds,
    SIDELINE_FAULT_ROUNDS: options.rounds,
    SIDELINE_CALENDAR_COURSES: options.courses,
    SIDELINE_DRAWN_CASES: options.cases,
    SIDELINE_SEED: options.seed ?? randomInt(2 ** 31),
  };
  const given = Object.entries(numbers).filter(([, number]) => number !== undefined);
  const named = Object.fromEntries(given.map(([name, number]) => [name, String(number)]));
  process.exitCode = await endOf(startJest([...files, AT_LENGTH], { ...env, ...named }));
}

showHelp(`Plays the tests of a campaign at length:

  npm run test:long
  npm run test:model -- [--runs N] [--seed S]
  npm run test:device -- [--runs N] [--seed S]
  npm run test:kills
  npm run test:links
  npm run test:attacks
  npm run test:faults -- [--rounds N] [--seed S]
  npm run test:days -- [--courses N] [--seed S]
  npm run test:races -- [--rounds N]
  npm run test:kubernetes`);
await main();
