import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { platform } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";

/**
 * One operating system process, distinguished from a later one with the same pid by its start time. It is written to
 * disk, so that the next start can end what a killed launcher left running.
 */
export const ProcessRecord = z.strictObject({
  name: z.string(),
  pid: z.int().positive(),
  startMark: z.string(),
  /** It leads a process group, and signals go to the whole group; it outlives the other processes. */
  group: z.literal(true).optional(),
});
export type ProcessRecord = z.infer<typeof ProcessRecord>;

/** Signals sent in sequence, each with the milliseconds to wait before the next. */
export type EndingSteps = readonly (readonly [signal: NodeJS.Signals, limitMs: number])[];

/** The system's start mark of `pid`, or null when no such process runs. */
export function findStartMark(pid: number): string | null {
  try {
    return platform() === "linux" ? linuxStartMark(pid) : posixStartMark(pid);
  } catch {
    return null;
  }
}

/** The command line of `pid`, or null when no such process runs. */
export function findCommandLine(pid: number): string | null {
  try {
    return platform() === "linux"
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
      : askProcessTable(pid, "command=");
  } catch {
    return null;
  }
}

/** True while exactly the recorded process runs. */
export function isRunning(record: ProcessRecord): boolean {
  return findStartMark(record.pid) === record.startMark;
}

/** Sends a signal to the process, or to its whole group. */
export function signalProcess({ pid, group }: ProcessRecord, signal: NodeJS.Signals): void {
  process.kill(group === undefined ? pid : -pid, signal);
}

/** Ends the recorded process, and only that one. Returns false if it survived every step. */
export async function endProcess(record: ProcessRecord, steps: EndingSteps): Promise<boolean> {
  for (const [signal, limitMs] of steps) {
    if (!isRunning(record)) return true;
    signalProcess(record, signal);
    if (await hasEndedWithin(record, limitMs)) return true;
  }
  return !isRunning(record);
}

async function hasEndedWithin(record: ProcessRecord, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    if (!isRunning(record)) return true;
    await sleep(25);
  }
  return false;
}

function linuxStartMark(pid: number): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The command name is in parentheses and may contain anything, so parsing starts after the last one.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, startedAtTicks] = [fields[0], fields[19]];
  // A zombie has ended; its parent just has not collected it yet.
  if (state === "Z" || state === "X" || startedAtTicks === undefined) return null;
  return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${startedAtTicks}`;
}

function posixStartMark(pid: number): string | null {
  const line = askProcessTable(pid, "stat=,lstart=");
  return line === "" || line.startsWith("Z") ? null : line.replace(/^\S+\s+/, "");
}

function askProcessTable(pid: number, columns: string): string {
  const args = ["-ww", "-o", columns, "-p", String(pid)];
  return execFileSync("ps", args, { encoding: "utf8", stdio: "pipe" }).trim();
}
