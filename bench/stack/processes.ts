import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Resources of a process. */
export interface ProcessLoad {
  /** Resident memory in MB. */
  readonly memoryMb: number;
  /** CPU seconds since its start, including ended children. */
  readonly cpuSeconds: number;
}

const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/**
 * Memory and CPU of a process and all its children, read from /proc.
 * @throws Error with the process's name if it has ended. One started in its place would have another number.
 */
export function processLoad(pid: number, name = "the process"): ProcessLoad {
  const [root = pid, ...children] = withChildren(pid);
  const own = loadUnlessGone(root);
  if (own.length === 0)
    throw new Error(`Cannot measure ${name}: process ${pid} has ended during the measurement`);
  const family = [...own, ...children.flatMap(loadUnlessGone)];
  return {
    memoryMb: sum(family.map(({ memoryMb }) => memoryMb)),
    cpuSeconds: sum(family.map(({ cpuSeconds }) => cpuSeconds)),
  };
}

/**
 * A child may end between being listed and being read, like a connection's server process; its CPU time then counts
 * for its parent.
 */
function loadUnlessGone(pid: number): readonly ProcessLoad[] {
  return unlessGone(() => [loadOfOne(pid)], []);
}

function unlessGone<T>(read: () => T, gone: T): T {
  try {
    return read();
  } catch (error) {
    // The process has ended, before or during the read.
    const code = Error.isError(error) && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ESRCH") return gone;
    throw error;
  }
}

function loadOfOne(pid: number): ProcessLoad {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  // The program's name may contain spaces, so the fields are counted from its closing bracket.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const ticks = sum(fields.slice(11, 15).map(Number));
  return { memoryMb: kilobytes / 1024, cpuSeconds: ticks / TICKS_PER_SECOND };
}

function withChildren(pid: number): number[] {
  const threads = unlessGone(() => readdirSync(`/proc/${pid}/task`), []);
  const children = threads.flatMap((thread) =>
    unlessGone(() => readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8"), "")
      .split(" ")
      .filter((child) => child !== "")
      .map(Number),
  );
  return [pid, ...children.flatMap(withChildren)];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
