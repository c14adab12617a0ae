import { continueAsNew } from "@temporalio/workflow";
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
 */
export async function matchThumbnails(place: string | null = null): Promise<void> {
  let after = place;
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    ({ after } = await matching().matchThumbnails({ after }));
    if (after === null) return;
  }
  await continueAsNew<typeof matchThumbnails>(after);
}
