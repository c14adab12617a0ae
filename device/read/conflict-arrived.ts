import type { OwnScope } from "../parts/part-context.ts";
import type { Running } from "../running.ts";

/** Reads the newest state of a conflict in the background. Without that code, the next read of the scope does it. */
export function conflictArrived(running: Running, scope: OwnScope): void {
  void import("./reading.ts")
    .then(async ({ reading }) => await reading.readConflicts(running, scope))
    .catch(() => null);
}
