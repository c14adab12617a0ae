import { continueAsNew } from "@temporalio/workflow";
import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

/**
 * The scheduled workflow `thumbnail-matching` (docs/rooms/exercises.md#review): compares every exercise that changed
 * since its last comparison with all pictures, slice by slice. If nothing changed, it writes nothing.
 *
 * @param place the exercise that was compared last; none at first.
 * @param passedOver exercises that failed individually so far: they do not delay the others, but fail the run at the
 *   end.
 */
export async function matchThumbnails(place: string | null = null, passedOver = 0): Promise<void> {
  let after = place;
  let failedCount = passedOver;
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const matched = await matching().matchThumbnails({ after });
    ({ after } = matched);
    // A worker of an earlier version has no such count.
    failedCount += matched.failedCount ?? 0;
    if (after === null) return failIfPassedOver(failedCount);
  }
  await continueAsNew<typeof matchThumbnails>(after, failedCount);
}

const matching = scheduledActs({
  tryMs: 60_000,
  summary: "compare a slice of exercises with all pictures",
});

/** Slices of one run of the workflow; the next run continues after them. */
const MOST_SLICES = 200;
