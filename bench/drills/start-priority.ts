import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

/**
 * Lets a process that starts take only the CPU that running ones leave over, as if it had a machine of its own. A start
 * costs seconds of CPU, which requests under way would wait for. Only root may raise a priority again; for others a
 * process starts like any other.
 *
 * @returns how to make the process an equal one, once it is ready.
 */
export function yieldUntilReady(pid: number): () => void {
  if (process.getuid?.() !== 0) return () => {};
  setEach(pid, constants.priority.PRIORITY_LOW);
  return () => setEach(pid, constants.priority.PRIORITY_NORMAL);
}

/** Linux keeps a priority for each thread; a thread begins with that of the one that made it. */
function setEach(pid: number, priority: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, priority);
    } catch {
      // The thread has ended.
    }
  }
}

function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
