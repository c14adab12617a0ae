import { mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { styleText } from "node:util";
import { prettyFactory } from "pino-pretty";
import { type LogFile, openLogFile } from "./log-file.ts";

/** Destinations of the parts' lines: each part's file and, in readable form, the terminal. */
export type PartLog = {
  /** A line of a part. */
  readonly write: (part: string, line: string) => void;
  /** A line of the launcher itself. */
  readonly say: (line: string) => void;
  readonly close: () => void;
};

export type PartLogOptions = {
  /** Folder of the log files. */
  readonly directory: string;
  /** Receives the readable lines; null writes only the files. */
  readonly terminal: ((text: string) => void) | null;
  readonly color: boolean;
};

const COLORS = {
  sideline: "green",
  postgres: "blue",
  migrate: "blue",
  temporal: "magenta",
  provider: "yellow",
  api: "cyan",
  worker: "greenBright",
  relay: "gray",
} as const;
type PartColor = (typeof COLORS)[keyof typeof COLORS];

/** At the next start, a larger file becomes the `.old` one. */
const MOST_BYTES = 20 * 1024 * 1024;

/** Opens the log of a stack. */
export function openPartLog({ directory, terminal, color }: PartLogOptions): PartLog {
  mkdirSync(directory, { recursive: true });
  const files = new Map<string, LogFile>();
  const pretty = prettyFactory({
    colorize: color,
    ignore: "pid,hostname,name,part,v,component,logging-call-at",
    translateTime: "SYS:HH:MM:ss",
    singleLine: true,
  });
  const show = (part: string, text: string) => {
    if (terminal === null) return;
    const prefix = color ? styleText(colorOf(part), part.padEnd(9)) : part.padEnd(9);
    for (const line of text.trimEnd().split("\n")) terminal(`${prefix}${line}\n`);
  };
  return {
    write: (part, line) => {
      const file = files.get(part) ?? openFile(directory, part);
      files.set(part, file);
      file.write(line);
      if (isWorthShowing(part, line)) show(part, prettyLine(pretty, part, line));
    },
    say: (line) => show("sideline", line),
    close: () => {
      for (const file of files.values()) file.close();
    },
  };
}

// Requests, events, and routine lines of the database and Temporal go only to the files. Separate roles of Temporal report
// each membership change as errors.
function isWorthShowing(part: string, line: string): boolean {
  if (/"level":30\b/.test(line) && /"msg":"(?:request|event)"/.test(line)) return false;
  if (part === "postgres") return /\b(WARNING|ERROR|FATAL|PANIC):/.test(line);
  if (part.startsWith("temporal-")) return false;
  return part !== "temporal" || /"level":"(error|fatal|panic)"/.test(line);
}

function prettyLine(pretty: (line: string) => string, part: string, line: string): string {
  return part === "temporal" ? pretty(line.replace('"ts":', '"time":')) : pretty(line);
}

function colorOf(part: string): PartColor {
  return Object.entries(COLORS).find(([name]) => name === part)?.[1] ?? "gray";
}

function openFile(directory: string, part: string): LogFile {
  const path = join(directory, `${part}.log`);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MOST_BYTES) renameSync(path, `${path}.old`);
  return openLogFile(path);
}
