import { readFileSync } from "node:fs";
import { startNodePart } from "../../tools/processes/node-part.ts";
import type { BenchStack } from "./stack.ts";

/** Starts another process of the kind beside a stack's own, with its environment and own settings, until it is ready. */
export async function startAnother(
  stack: BenchStack,
  kind: "api" | "worker",
  settings: Readonly<Record<string, string>> = {},
): Promise<AnotherProcess> {
  const child = await startNodePart({
    name: kind,
    entry: new URL(`../../workers/${kind}.ts`, import.meta.url),
    env: { ...environmentOf(stack, kind), ...settings },
    onLine: () => undefined,
    onStart: ({ record }) => endWithProcess(record.pid),
  });
  return { pid: child.record.pid, stop: async () => void (await child.stop()) };
}

/** A process beside those of a stack; it is stopped before the stack. */
export interface AnotherProcess {
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** The environment that a process of the stack was started with. */
export function environmentOf({ pids }: BenchStack, kind: "api" | "worker"): NodeJS.ProcessEnv {
  const variables = readFileSync(`/proc/${pids[kind] ?? 0}/environ`, "utf8").split("\0");
  return Object.fromEntries(
    variables.flatMap((variable) => {
      const at = variable.indexOf("=");
      return at < 0 ? [] : [[variable.slice(0, at), variable.slice(at + 1)] as const];
    }),
  );
}

/** A benchmark that ends by an error leaves no process behind. */
function endWithProcess(pid: number): void {
  process.once("exit", () => {
    try {
      process.kill(pid);
    } catch {
      // It has ended.
    }
  });
}
