import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { treeEnvironment } from "./run-npm.ts";

/** Runs work while a tree's embedded stack runs on this data, and then stops it. */
export async function withStack(
  tree: string,
  data: string,
  work: (env: NodeJS.ProcessEnv) => Promise<void>,
): Promise<void> {
  const env = { SIDELINE_DATA_DIR: data, ...(await freePorts()) };
  const [program = "", ...args] = startCommand(tree);
  process.stdout.write(`\n$ npm start   # in ${tree}, on ${data}\n`);
  // A stack that was killed has left its description.
  rmSync(join(data, "stack.json"), { force: true });
  const launcher = spawn(program, args, {
    cwd: tree,
    stdio: ["ignore", "ignore", "inherit"],
    env: treeEnvironment(tree, env),
  });
  try {
    await untilReady(launcher, join(data, "stack.json"));
    await work(env);
  } finally {
    await end(launcher);
  }
}

const PORTS = [
  "API",
  "PROVIDER",
  "MAILBOX",
  "EXERCISES",
  "TEMPORAL",
  "TEMPORAL_UI",
  "POSTGRES",
] as const;

async function freePorts(): Promise<Record<string, string>> {
  const found = await findFreePorts(PORTS.length);
  return Object.fromEntries(PORTS.map((name, index) => [`${name}_PORT`, String(found[index])]));
}

const Package = z.object({ scripts: z.object({ start: z.string() }) });

/** Started without npm, so that the stop signal reaches the launcher itself. */
function startCommand(tree: string): readonly string[] {
  const text = readFileSync(join(tree, "package.json"), "utf8");
  return Package.parse(JSON.parse(text)).scripts.start.split(" ");
}

const StackFile = z.object({ pids: z.record(z.string(), z.int()) });
/** The first start of a release may have to build the Temporal server. */
const STARTED_WITHIN_MS = 900_000;

async function untilReady(launcher: ChildProcess, file: string): Promise<void> {
  const deadline = performance.now() + STARTED_WITHIN_MS;
  while (performance.now() < deadline) {
    if (launcher.exitCode !== null) throw new Error("The stack did not start");
    // The relay starts last.
    if (existsSync(file) && "relay" in StackFile.parse(JSON.parse(readFileSync(file, "utf8"))).pids)
      return;
    await sleep(200);
  }
  throw new Error("The stack was not ready in time");
}

async function end(launcher: ChildProcess): Promise<void> {
  if (launcher.exitCode !== null || launcher.signalCode !== null) return;
  const ended = new Promise((resolve) => launcher.once("exit", resolve));
  launcher.kill("SIGINT");
  await ended;
}
