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

/** A part that ended before it was ready, that was not ready in time, or that failed; with the end of its log. */
export class PartFailed extends Error {
  constructor(what: string, lastLines: readonly string[]) {
    const log = lastLines.length === 0 ? "It wrote no line." : "Its last lines:";
    super([`${what}. ${log}`, ...lastLines.map((line) => `  ${line}`)].join("\n"));
    this.name = "PartFailed";
  }
}

const READY_LIMIT_MS = 60_000;

/**
 * Most objects of a request die young: a larger young generation saves a twentieth of the CPU. Same as in the image.
 */
const YOUNG_SPACE = "--max-semi-space-size=32";

/** Compiled code of earlier starts: it halves the CPU of a start, which running processes need. */
const COMPILED = fileURLToPath(new URL("../../node_modules/.cache/compiled", import.meta.url));

/** Starts a part and waits for its ready line. Throws PartFailed when it ends before, or is not ready in time. */
export async function startNodePart(options: NodePartOptions): Promise<Child> {
  const ready = Promise.withResolvers<"ready">();
  const tail = openTail();
  const child = await startChild({
    ...options,
    command: process.execPath,
    args: [YOUNG_SPACE, fileURLToPath(options.entry)],
    env: { NODE_COMPILE_CACHE: COMPILED, ...options.env },
    ending: endingOf(options.name),
    onLine: (line) => {
      options.onLine(line);
      tail.add(line);
      if (isReadyLine(line)) ready.resolve("ready");
    },
  });
  const limit = setTimeout(() => {
    const what = `${options.name} was not ready after ${READY_LIMIT_MS / 1000} s`;
    ready.reject(new PartFailed(what, tail.lines));
  }, READY_LIMIT_MS);
  try {
    const first = await Promise.race([ready.promise, child.ended]);
    if (first !== "ready") throw new PartFailed(describeEnd(options.name, first), tail.lines);
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
  const tail = openTail();
  const child = await startChild({
    ...options,
    command: process.execPath,
    args: [fileURLToPath(options.entry)],
    onLine: (line) => {
      options.onLine(line);
      tail.add(line);
    },
  });
  const end = await child.ended;
  if (end.code !== 0) throw new PartFailed(describeEnd(options.name, end), tail.lines);
}

function describeEnd(name: string, { code, signal }: ChildEnd): string {
  return `${name} ended with ${signal ?? `code ${code}`}`;
}

const TAIL_LINES = 10;

function openTail() {
  const lines: string[] = [];
  const add = (line: string) => {
    lines.push(line);
    if (lines.length > TAIL_LINES) lines.shift();
  };
  return { lines, add };
}
