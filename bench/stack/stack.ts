import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { freePorts } from "./free-ports.ts";
import { stopWithProcess } from "./stop-with-process.ts";
import type { Enter } from "../phones/sign-in.ts";
import { openStackSecrets } from "../../tools/stack/stack-secrets.ts";

/** The first start may have to build the Temporal server. */
const STARTED_WITHIN_MS = 600_000;
const PORTS = [
  "API",
  "PROVIDER",
  "MAILBOX",
  "EXERCISES",
  "TEMPORAL",
  "TEMPORAL_UI",
  "POSTGRES",
  "RELAY_HEALTH",
] as const;

const StackFile = z.object({
  urls: z.object({ api: z.string(), provider: z.string() }),
  temporal: z.object({ address: z.string(), namespace: z.string(), taskQueue: z.string() }),
  database: z.object({ url: z.string(), ownerUrl: z.string() }),
  pids: z.record(z.string(), z.int()),
});

/** The benchmark's own stack, in a temporary folder. */
export type BenchStack = z.infer<typeof StackFile> & {
  /** An access token from a new sign-in. */
  readonly token: (email: string, client: "coach-mobile" | "client-mobile") => Promise<string>;
  /** Signs a person in; by default at the development provider. */
  readonly enter?: Enter;
  /** Runs a command of the product next to the stack and returns its output. */
  readonly run: (script: string, args?: readonly string[]) => Promise<string>;
  /** Superuser address of the product's database. */
  readonly superuserUrl: string;
  /** Path of PostgreSQL's log. */
  readonly postgresLog: string;
  /** The relay's counter of a metric. */
  readonly counted: (metric: string) => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** Starts the same as `npm start`, on free ports with its own settings, and waits until it is ready. */
export async function startBenchStack(
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchStack> {
  const folder = mkdtempSync(join(tmpdir(), "sideline-bench-"));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    // The embedded stack would record every request.
    OTEL_TRACES_SAMPLER_ARG: "0",
    ...settings,
    SIDELINE_DATA_DIR: folder,
    LOG_LEVEL: "warn",
    ...(await ports()),
  };
  const launcher = spawn(process.execPath, ["tools/start.ts"], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const run = async (script: string, args: readonly string[] = []) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env });
    return stdout.trim();
  };
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    stopping ??= end(launcher).then(() => rmSync(folder, { recursive: true, force: true }));
    await stopping;
  };
  stopWithProcess(stop);
  try {
    const stack = await untilReady(launcher, join(folder, "stack.json"));
    const token: BenchStack["token"] = (email, client) =>
      run("tools/token.ts", [email, "--client", client]);
    const superuserUrl = superuserUrlOf(stack.database.ownerUrl, folder);
    const counted = (metric: string) => readMetric(env["RELAY_HEALTH_PORT"] ?? "", metric);
    const postgresLog = join(folder, "logs", "postgres.log");
    return { ...stack, run, token, stop, superuserUrl, postgresLog, counted };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilReady(launcher: ChildProcess, file: string) {
  const deadline = performance.now() + STARTED_WITHIN_MS;
  while (performance.now() < deadline) {
    if (launcher.exitCode !== null) throw new Error("The stack did not start");
    if (existsSync(file)) {
      const stack = StackFile.parse(JSON.parse(readFileSync(file, "utf8")));
      // The relay starts last: once its process id exists, all others run.
      if (stack.pids["relay"] !== undefined) return stack;
    }
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

function superuserUrlOf(ownerUrl: string, folder: string): string {
  const url = new URL(ownerUrl);
  url.username = "postgres";
  url.password = openStackSecrets(folder).passwords.superuser;
  return url.href;
}

async function readMetric(port: string, metric: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const lines = (await answer.text()).split("\n").map((line) => line.split(/[{ ]/));
  return Number(lines.find(([name]) => name === metric)?.at(-1) ?? 0);
}

async function ports(): Promise<Record<string, string>> {
  const found = await freePorts(PORTS.length);
  return Object.fromEntries(PORTS.map((name, index) => [`${name}_PORT`, String(found[index])]));
}
