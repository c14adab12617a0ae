import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

export type LongRun = {
  /** Description for people: "building the Temporal server (about 5 minutes, once)". */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string | undefined;
  /** Gets the full output. */
  readonly logFile: string;
  readonly say: (line: string) => void;
};

const SAY_EVERY_MS = 15_000;

/** Runs a slow command: announces it with its expected duration, and logs all of its output. */
export async function runLong(run: LongRun): Promise<void> {
  mkdirSync(dirname(run.logFile), { recursive: true });
  const log = (chunk: string | Buffer) => appendFileSync(run.logFile, chunk);
  log(`\n$ ${run.command} ${run.args.join(" ")}\n`);
  const startedAt = performance.now();
  const elapsed = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
  run.say(`${run.title}; output in ${run.logFile}`);
  const timer = setInterval(() => run.say(`${run.title}: ${elapsed()} so far`), SAY_EVERY_MS);
  try {
    const code = await runLogged(run, log);
    if (code !== 0) throw new Error(`it failed after ${elapsed()}, see ${run.logFile}`);
  } finally {
    clearInterval(timer);
  }
  run.say(`${run.title}: done after ${elapsed()}`);
}

// Not detached: Ctrl-C in a terminal reaches it as well, so nothing is left incomplete.
function runLogged(run: LongRun, log: (chunk: Buffer) => void): Promise<number | null> {
  const child = spawn(run.command, [...run.args], {
    cwd: run.cwd,
    env: run.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  child.stdout.on("data", log);
  child.stderr.on("data", log);
  return new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => process.off("exit", end));
}
