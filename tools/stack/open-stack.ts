import { chmodSync } from "node:fs";
import { join } from "node:path";
import type { Child } from "../processes/child-process.ts";
import { takeLauncherLock } from "../processes/launcher-lock.ts";
import { type PartLog, openPartLog } from "../processes/part-log.ts";
import { cacheDirectory } from "../processes/program-ladder.ts";
import { startSupervisedPart } from "../processes/supervised-part.ts";
import { requireWritableFolder } from "../processes/writable-folder.ts";
import { type StackChildren, openStackChildren } from "./stack-children.ts";
import { type RunningStack, removeStack, writeStack } from "./stack-file.ts";
import type { StackOptions } from "./stack-options.ts";

/** Locks the folder of a stack, opens its log, and ends what an earlier, killed start left running. */
export async function openStack(options: OpenOptions): Promise<OpenedStack> {
  const { dataDir, env } = options;
  requireWritableFolder(dataDir, "SIDELINE_DATA_DIR");
  requireWritableFolder(cacheDirectory(env), "XDG_CACHE_HOME");
  // The database server may run as another user, who has to traverse this folder; the files have mode 0600.
  chmodSync(dataDir, 0o711);
  const lock = takeLauncherLock(dataDir);
  const log = openPartLog({ ...options, directory: join(dataDir, "logs") });
  const children = await openStackChildren(dataDir, log.say, options.stopOrder);
  const close = async () => {
    await children.stop();
    removeStack(dataDir);
    log.close();
    lock.release();
  };
  return { log, children, write: stackWriter(dataDir, children), close };
}

/** A stack while it starts and runs. */
export type OpenedStack = {
  readonly log: PartLog;
  readonly children: StackChildren;
  /** Writes the stack's description as soon as it is known, and again when a part was restarted. */
  readonly write: (stack?: Omit<RunningStack, "pids">) => void;
  /** Stops all parts in order. */
  readonly close: () => Promise<void>;
};

type OpenOptions = Pick<StackOptions, "dataDir" | "env" | "terminal" | "color"> & {
  /** Names of parts in the stages in which they stop; those of the embedded stack by default. */
  readonly stopOrder?: readonly (readonly string[])[];
};

function stackWriter(dataDir: string, children: StackChildren): OpenedStack["write"] {
  let known: Omit<RunningStack, "pids"> | null = null;
  return (stack) => {
    known = stack ?? known;
    if (known !== null) writeStack(dataDir, { ...known, pids: children.pids() });
  };
}

/** Says how long a start took. */
export async function timed<T>(
  { log }: Pick<OpenedStack, "log">,
  name: string,
  start: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const result = await start();
  log.say(`${name} is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  return result;
}

/** Starts a part and keeps it running. */
export function keepRunning(
  { children, log, write }: Omit<OpenedStack, "close">,
  name: string,
  child: () => Promise<Child>,
): Promise<void> {
  return startSupervisedPart({
    name,
    say: log.say,
    stopping: children.stopping,
    start: async () => {
      const started = await child();
      write();
      return started;
    },
  });
}

/** Writes the lines of a part to its log, and registers its process. */
export function hooksOf({ children, log }: Omit<OpenedStack, "close">, name: string) {
  return { onLine: (line: string) => log.write(name, line), onStart: children.add };
}
