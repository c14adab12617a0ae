import { continueAsNew } from "@temporalio/workflow";
import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

const matching = scheduledActs({
  tryMs: 60_000,
  summary: "compare a slice of exercises with all pictures",
});

/** Slices of one run of the workflow; the next goes on behind them. */
const MOST_SLICES = 200;

/**
 * The scheduled workflow `thumbnail-matching` (docs/rules.md#exercises-review): every exercise that is not what it was
 * compared as is compared with all pictures, slice by slice. Where nothing changed it writes nothing.
 *
 * @param place the exercise that was looked at last; none at first.
 * @param passedOver exercises that failed by themselves so far: they hold up no other, and let the run fail in the end.
 */
export async function matchThumbnails(place: string | null = null, passedOver = 0): Promise<void> {
  let after = place;
  let failedCount = passedOver;
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const matched = await matching().matchThumbnails({ after });
    ({ after } = matched);
    // A worker of a former version counts none.
    failedCount += matched.failedCount ?? 0;
    if (after === null) return failIfPassedOver(failedCount);
  }
  await continueAsNew<typeof matchThumbnails>(after, failedCount);
}
