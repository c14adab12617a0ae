import type { DigestSlice } from "../../activities/inbox/upkeep/decide-digests.ts";
import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

/**
 * The scheduled workflow `inbox-digest` (docs/rooms/inbox.md#notifications): decides the digests of workspaces whose
 * hour has come, slice by slice. A failing one does not delay the others, but fails the run at the end.
 *
 * @returns for how many people a digest was decided.
 */
export async function inboxDigest(): Promise<number> {
  let [decidedCount, failedCount] = [0, 0];
  let after: string | null = null;
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const decided: DigestSlice = await digest().decideDigests({ after });
    decidedCount += decided.decidedCount;
    failedCount += decided.failedCount;
    ({ after } = decided);
    if (after === null) break;
  }
  failIfPassedOver(failedCount);
  return decidedCount;
}

const digest = scheduledActs({
  tryMs: 60_000,
  summary: "decide the digests of coaches",
});

/** Slices of one run; the next run finds the rest. */
const MOST_SLICES = 300;
