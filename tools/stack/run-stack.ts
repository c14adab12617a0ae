import { ConfigError } from "../../workers/config/environment.ts";
import { LauncherLockHeld } from "../processes/launcher-lock.ts";
import { PartFailed } from "../processes/node-part.ts";
import { PortsBusy } from "../processes/ports.ts";
import { ProgramMissing } from "../processes/program-ladder.ts";
import { FolderUnwritable } from "../processes/writable-folder.ts";
import type { RunningStack } from "./stack-file.ts";
import type { StackOptions } from "./stack-options.ts";
import type { Stack } from "./start-stack.ts";

/**
 * Runs a stack until the process gets a stop signal, and prints its banner once it is ready. Returns the
 * exit code.
 */
export async function runStack<O extends object>(
  options: O,
  banner: (stack: RunningStack) => string,
  start: (options: O & ShownBy) => Stack,
): Promise<number> {
  const color = process.stdout.isTTY && process.stdout.hasColors();
  const stack = start({ ...options, terminal, color });
  const stopped = Promise.withResolvers<"told">();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => stopped.resolve("told"));
  }
  const first = await Promise.race([stopped.promise, stack.ready]);
  if (first !== "told") {
    terminal(banner(first));
    await stopped.promise;
    terminal("\nStopping ...\n");
    await stack.stop();
    terminal("Stopped.\n");
    return 0;
  }
  stack.ready.catch(() => undefined);
  await stack.stop();
  return 130;
}

/** Where a launcher shows the lines of its parts. */
type ShownBy = Pick<StackOptions, "terminal" | "color">;

/** Runs a launcher and ends the process with its exit code. An expected failure is one line. */
export async function endWith(run: () => Promise<number>): Promise<never> {
  // Data, logs and keys of the stack are readable only by their owner.
  process.umask(0o077);
  // The reader of the output may close the pipe; the stack continues and is still stopped in order.
  process.stdout.on("error", () => undefined);
  try {
    return process.exit(await run());
  } catch (error) {
    process.stderr.write(`${isExpected(error) ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}

/** Prints to the launcher's terminal. */
export const terminal = (text: string): void => void process.stdout.write(text);

function isExpected(error: unknown): error is Error {
  const expected = [
    ConfigError,
    FolderUnwritable,
    LauncherLockHeld,
    PartFailed,
    PortsBusy,
    ProgramMissing,
  ];
  return expected.some((kind) => error instanceof kind);
}
