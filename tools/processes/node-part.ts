import { fileURLToPath } from "node:url";
import { isReadyLine } from "../../workers/announce-ready.ts";
import { type Child, type ChildEnd, startChild } from "./child-process.ts";
import { endingOf } from "./part-ending.ts";

/** A process of the product or of the embedded stack, by its entry file. */
export type NodePartOptions = {
  readonly name: string;
  /** Address of the entry file. */
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string) => void;
  readonly onStart: (child: Child) => void;
};

/** A part that ended before it was ready, or with an error. */
export class PartFailed extends Error {
  constructor(name: string, end: ChildEnd) {
    super(`${name} ended with ${end.signal ?? `code ${end.code}`}; its log says why.`);
    this.name = "PartFailed";
  }
}

const READY_LIMIT_MS = 60_000;

/**
 * Most objects of a request die young: a larger young generation saves a twentieth of the CPU. Same as in the image.
 */
const YOUNG_SPACE = "--max-semi-space-size=32";

/** Starts a part and waits for its ready line. Throws PartFailed when it ends before. */
export async function startNodePart(options: NodePartOptions): Promise<Child> {
  const ready = Promise.withResolvers<"ready">();
  const child = await startChild({
    ...options,
    command: process.execPath,
    args: [YOUNG_SPACE, fileURLToPath(options.entry)],
    ending: endingOf(options.name),
    onLine: (line) => {
      options.onLine(line);
      if (isReadyLine(line)) ready.resolve("ready");
    },
  });
  const limit = setTimeout(() => {
    ready.reject(new Error(`${options.name} was not ready after ${READY_LIMIT_MS / 1000} s.`));
  }, READY_LIMIT_MS);
  try {
    const first = await Promise.race([ready.promise, child.ended]);
    if (first !== "ready") throw new PartFailed(options.name, first);
    return child;
  } catch (error) {
    await child.stop();
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

/** Runs a part that does one job and exits. Throws PartFailed unless it succeeded. */
export async function runNodePart(options: NodePartOptions): Promise<void> {
  const child = await startChild({
    ...options,
    command: process.execPath,
    args: [fileURLToPath(options.entry)],
  });
  const end = await child.ended;
  if (end.code !== 0) throw new PartFailed(options.name, end);
}
