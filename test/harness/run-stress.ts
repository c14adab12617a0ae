import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import * as z from "zod";
import { showHelp } from "../../workers/operator/show-help.ts";
import { endOf, startJest } from "./start-jest.ts";

/** Processes that use as much CPU as they get while the tests run. */
const BUSY = 2;

/** Runs the files of `npm test`, or the named ones, next to busy processes. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: "string" } },
  });
  const seed = z.coerce
    .number()
    .int()
    .parse(values.seed ?? randomInt(2 ** 31));
  const say = () =>
    process.stderr.write(`\nThe seed is ${seed}: npm run test:stress -- --seed ${seed}\n`);
  say();
  const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ["-e", "for (;;);"]));
  try {
    process.exitCode = await endOf(startJest(positionals, { SIDELINE_SEED: String(seed) }));
  } finally {
    for (const one of busy) one.kill("SIGKILL");
    say();
  }
}

showHelp(`Runs the files of npm test next to two busy processes, with a drawn seed:

  npm run test:stress -- [--seed S] [part of a file's path]...`);
await main();
