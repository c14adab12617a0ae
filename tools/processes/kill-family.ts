import { execFileSync } from "node:child_process";

/** Kills a process and all its children at once, as a power cut does. Processes that have ended are skipped. */
export function killFamily(pid: number): void {
  for (const victim of [pid, ...descendantsOf(pid)]) {
    try {
      process.kill(victim, "SIGKILL");
    } catch {
      // It has ended since it was listed.
    }
  }
}

function descendantsOf(pid: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const pairs = table.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const childrenOf = (parent: number): number[] =>
    pairs.flatMap(([child = 0, of]) => (of === parent ? [child, ...childrenOf(child)] : []));
  return childrenOf(pid);
}
