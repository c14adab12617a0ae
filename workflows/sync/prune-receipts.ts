import { continueAsNew } from "@temporalio/workflow";
import type { PruneReceiptsInput } from "../../activities/sync/receipts/prune-receipts.ts";
import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

/**
 * The scheduled workflow `prune-receipts`: turns receipts older than 400 days into tombstones and deletes raw payloads
 * older than 90 days. Each slice is a transaction of its own, so that a later run can continue after any interruption.
 * A failing row does not delay the others, but fails the run at the end.
 *
 * @returns how many receipts, payloads and envelopes were pruned.
 */
export async function pruneReceipts(
  run: PruneReceiptsRun = { after: null, prunedCount: 0 },
): Promise<number> {
  let { prunedCount, failedCount = 0 } = run;
  let after: string | null = run.after;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const pruned = await retention().pruneReceipts({ after });
    prunedCount += pruned.prunedCount;
    // A worker of an earlier version has no such count.
    failedCount += pruned.failedCount ?? 0;
    ({ after } = pruned);
    if (pruned.done) {
      const payloads = await pruneRawPayloads();
      failIfPassedOver(failedCount + payloads.failedCount);
      return prunedCount + payloads.prunedCount;
    }
  }
  return await continueAsNew<typeof pruneReceipts>({ after, prunedCount, failedCount });
}

const retention = scheduledActs({
  tryMs: 15_000,
  summary: "prune old receipts",
});

/** Slices of one run; with a longer history, a new run continues. */
const MOST_TURNS = 500;

/** Start of a run, and the totals of the runs before it. */
export interface PruneReceiptsRun extends PruneReceiptsInput {
  readonly prunedCount: number;
  /** Devices that failed individually; absent if none did. */
  readonly failedCount?: number;
}

async function pruneRawPayloads() {
  let prunedCount = 0;
  let passedOver: readonly number[] = [];
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const pruned = await retention().pruneRawPayloads({ passedOver });
    prunedCount += pruned.prunedCount;
    passedOver = pruned.passedOver ?? [];
    if (!pruned.full) break;
  }
  return { prunedCount, failedCount: passedOver.reduce((sum, count) => sum + count, 0) };
}
