import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import * as z from "zod";

/** Result of one check. */
interface Outcome {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
}

const packageFile = new URL("../package.json", import.meta.url);
const Package = z.object({ scripts: z.record(z.string(), z.string()) });

/** Runs every `check:*` script of package.json in parallel; exits with 1 if one of them fails. */
async function main(): Promise<number> {
  const { scripts } = Package.parse(JSON.parse(readFileSync(packageFile, "utf8")));
  const names = Object.keys(scripts).filter((name) => name.startsWith("check:"));
  const outcomes = await Promise.all(names.map(runCheck));
  for (const { name, passed, output } of outcomes) {
    if (!passed) print(`\n--- ${name}\n${output.trim()}\n`);
  }
  print(`\n${outcomes.map(summaryOf).join("\n")}`);
  return outcomes.every(({ passed }) => passed) ? 0 : 1;
}

async function runCheck(name: string): Promise<Outcome> {
  const start = performance.now();
  const child = spawn("npm", ["run", "--silent", name], { stdio: ["ignore", "pipe", "pipe"] });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ]);
  const seconds = (performance.now() - start) / 1000;
  return { name, passed: code === 0, seconds, output: stdout + stderr };
}

function summaryOf({ name, passed, seconds, output }: Outcome): string {
  const warnings = /Found ([1-9]\d*) warnings?/.exec(output)?.[1];
  const note = passed && warnings !== undefined ? `  (${warnings} to read: npm run ${name})` : "";
  const verdict = passed ? "ok    " : "FAILED";
  return `${verdict} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(5)} s${note}`;
}

function print(lines: string): void {
  process.stdout.write(`${lines}\n`);
}

process.exitCode = await main();
