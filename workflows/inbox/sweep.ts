import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

const sweep = scheduledActs({
  tryMs: 15_000,
  summary: "score anew what time has changed",
});

/** Slices of one run; what is left over is found by the next. */
const MOST_SLICES = 200;
/** So many tasks that fail by themselves are passed over in one run. */
const MOST_FAILED = 1_000;

/**
 * The scheduled workflow `inbox-sweep` (docs/rules.md#inbox-score): tasks whose due day has begun, or whose due instant
 * has come, are scored anew, slice by slice; one that fails holds up no other, and lets the run fail in the end.
 *
 * @returns how many were scored anew.
 */
export async function inboxSweep(): Promise<number> {
  let rescoredCount = 0;
  const except: string[] = [];
  for (let slice = 0; slice < MOST_SLICES && except.length < MOST_FAILED; slice += 1) {
    const rescored = await sweep().rescoreTasks({ except });
    rescoredCount += rescored.rescoredCount;
    except.push(...rescored.failed);
    if (!rescored.full) break;
  }
  failIfPassedOver(except.length);
  return rescoredCount;
}
