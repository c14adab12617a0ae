import { continueAsNew } from "@temporalio/workflow";
import type { PruneReceiptsInput } from "../../activities/sync/receipts/prune-receipts.ts";
import { scheduledActs } from "../scheduled-acts.ts";

const retention = scheduledActs({
  tryMs: 15_000,
  summary: "keep of old receipts what is to be kept",
});

/** Turns of one run: with its history this long, a new run goes on. */
const MOST_TURNS = 500;

/** Where a run begins, and what those before it did. */
export interface PruneReceiptsRun extends PruneReceiptsInput {
  readonly prunedCount: number;
}

/**
 * The scheduled workflow `prune-receipts`: receipts older than 400 days become tombstones, raw payloads
 * older than 90 days go. Each slice is a transaction of its own: wherever it is stopped, the next run
 * goes on.
 *
 * @returns how many receipts, payloads and envelopes were pruned.
 */
export async function pruneReceipts(
  run: PruneReceiptsRun = { after: null, prunedCount: 0 },
): Promise<number> {
  let { prunedCount } = run;
  let after: string | null = run.after;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const pruned = await retention().pruneReceipts({ after });
    prunedCount += pruned.prunedCount;
    ({ after } = pruned);
    if (pruned.done) return prunedCount + (await pruneRawPayloads());
  }
  return await continueAsNew<typeof pruneReceipts>({ after, prunedCount });
}

async function pruneRawPayloads(): Promise<number> {
  let prunedCount = 0;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const pruned = await retention().pruneRawPayloads();
    prunedCount += pruned.prunedCount;
    if (!pruned.full) break;
  }
  return prunedCount;
}
