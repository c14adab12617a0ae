import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import {
  type EndingSteps,
  type ProcessRecord,
  findStartMark,
  isRunning,
  signalProcess,
} from "./process-record.ts";

/** How a child ended: an exit code, or the signal that ended it. */
export type ChildEnd = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** A child process of the stack. It has its own process group, so Ctrl-C reaches only the parent. */
export type Child = {
  readonly name: string;
  readonly record: ProcessRecord;
  /** Settles when the child has ended, expected or not. */
  readonly ended: Promise<ChildEnd>;
  /** Ends the child step by step and waits until it is gone. */
  readonly stop: (ending?: EndingSteps) => Promise<ChildEnd>;
};

export type ChildOptions = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the child; nothing is inherited. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string | undefined;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  readonly ending?: EndingSteps | undefined;
  /** It starts its own processes and waits for them, so signals go to the whole group. */
  readonly group?: true | undefined;
  /** Called with each line of stdout and stderr. */
  readonly onLine: (line: string) => void;
  /** Called immediately with the new child, so that it can be recorded and stopped. */
  readonly onStart?: ((child: Child) => void) | undefined;
};

/** SIGTERM, then SIGKILL after 8 s; part-ending.ts lists the parts that need longer. */
export const DEFAULT_ENDING: EndingSteps = [
  ["SIGTERM", 8000],
  ["SIGKILL", 2000],
];

/** Starts a child. Throws when the command cannot be run at all. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const child = spawn(options.command, [...options.args], {
    cwd: options.cwd,
    env: options.env,
    uid: options.uid,
    gid: options.gid,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<ChildEnd>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", options.onLine);
  }
  const pid = await new Promise<number>((resolve, reject) => {
    child.once("error", (cause) =>
      reject(new Error(`${options.name} could not be started: ${cause.message}`, { cause })),
    );
    child.once("spawn", () => resolve(child.pid ?? 0));
  });
  const record: ProcessRecord = {
    name: options.name,
    pid,
    startMark: findStartMark(pid) ?? "gone",
    ...(options.group !== undefined && { group: options.group }),
  };
  const usual = options.ending ?? DEFAULT_ENDING;
  const started: Child = {
    name: options.name,
    record,
    ended,
    stop: (ending = usual) => stopChild(record, ended, ending),
  };
  options.onStart?.(started);
  return started;
}

async function stopChild(
  record: ProcessRecord,
  ended: Promise<ChildEnd>,
  steps: EndingSteps,
): Promise<ChildEnd> {
  for (const [signal, limitMs] of steps) {
    if (isRunning(record)) signalProcess(record, signal);
    const end = await withinLimit(ended, limitMs);
    if (end !== null) return end;
  }
  return ended;
}

async function withinLimit<T>(promise: Promise<T>, limitMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
