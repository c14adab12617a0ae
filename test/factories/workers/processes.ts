import { join } from "node:path";
import { startNodePart } from "../../../tools/processes/node-part.ts";
import type { Child } from "../../../tools/processes/child-process.ts";
import type { TestDatabase } from "../../harness/database.ts";
import type { TemporalOptions } from "../../../workers/outside/temporal-options.ts";

/** The compile cache of processes: it halves the time of a start. */
export const COMPILED = join(import.meta.dirname, "../../../node_modules/.cache/compiled");

const key = (first: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => (first + index) % 256)).toString("base64");

/** The environment of a product process that works on a test's parts. */
export function processEnvironment(
  database: TestDatabase,
  { address, namespace, taskQueue }: TemporalOptions & { readonly taskQueue: string },
): NodeJS.ProcessEnv {
  return {
    PATH: "/usr/bin:/bin",
    NODE_COMPILE_CACHE: COMPILED,
    SIDELINE_MODE: "embedded",
    SIDELINE_DATA_DIR: join(import.meta.dirname, "../../../node_modules/.cache/sideline"),
    DATABASE_URL: database.appUrl,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    TEMPORAL_TASK_QUEUE: taskQueue,
    OIDC_ISSUER: "http://127.0.0.1:9",
    INVITATION_KEY: key(1),
    CURSOR_KEY: key(50),
    HASH_KEY: key(100),
    // Ordinary batches wait, but no test waits for long.
    SETTLEMENT_WAIT_MS: "200",
    // Processes of several tests would share the files of their spans.
    OTEL_TRACES_SAMPLER_ARG: "0",
  };
}

/** Starts `workers/<name>.ts` and waits until it is ready. Its log lines are collected in `lines`. */
export async function startProcess(
  name: "worker" | "relay",
  env: NodeJS.ProcessEnv,
  lines: string[] = [],
): Promise<Child> {
  return await startNodePart({
    name,
    entry: new URL(`../../../workers/${name}.ts`, import.meta.url),
    env,
    onLine: (line) => void lines.push(line),
    onStart: () => {},
  });
}

/** Kills a process as a power cut does. */
export async function killProcess({ record, ended }: Child): Promise<void> {
  process.kill(record.pid, "SIGKILL");
  await ended;
}
