import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

/**
 * The scheduled workflow `inbox-sweep` (docs/rooms/inbox.md#score): re-scores tasks whose due day has begun or whose
 * due instant has come, slice by slice. A failing one does not delay the others, but fails the run at the end.
 *
 * @returns how many tasks were re-scored.
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

const sweep = scheduledActs({
  tryMs: 15_000,
  summary: "re-score tasks that have become due",
});

/** Slices of one run; the next run finds the rest. */
const MOST_SLICES = 200;
/** Tasks that may fail individually and be skipped in one run. */
const MOST_FAILED = 1_000;
