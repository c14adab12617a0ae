import { workflowInfo } from "@temporalio/workflow";
import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { isFaultOfOurs } from "../is-fault-of-ours.ts";
import { scheduledActs } from "../scheduled-acts.ts";
import { MEDIA_UPKEEP } from "../../contract/media/vocabulary.ts";
import { keepStep, type KeptStep, type Upkeep, walkedBefore } from "./keep-step.ts";

const upkeep = scheduledActs({
  tryMs: 60_000,
  summary: "finish complete uploads, expire old ones, delete unneeded media",
});

/**
 * The scheduled workflow `media-upkeep`. It finishes complete uploads that were not checked yet and expires uploads
 * whose time is over. Then it deletes media that no operation has, and files that no record needs. Each slice is a
 * transaction of its own, so that a later run can continue after any interruption. The walk through all files continues
 * where the last run's ended and so reaches every file; without a known last run it starts over. A row, file or step
 * that fails does not delay the others, but fails the run at the end (docs/rooms/house.md#one-fault).
 */
export async function mediaUpkeep(): Promise<Upkeep> {
  let [count, failedCount] = [0, 0];
  let walkedTo: string | null = null;
  for (const step of MEDIA_UPKEEP) {
    const walks = step === "REMOVE_UNKNOWN_FILES";
    const from = walks ? walkedBefore(workflowInfo().lastResult) : null;
    const cleaned = await keepStep((after) => upkeep().cleanUpMedia({ step, after }), from).catch(
      (error: unknown): KeptStep => {
        if (isFaultOfOurs(error)) return { count: 0, failedCount: 1, walkedTo: from };
        throw error;
      },
    );
    count += cleaned.count;
    failedCount += cleaned.failedCount;
    if (walks) ({ walkedTo } = cleaned);
  }
  failIfPassedOver(failedCount);
  return { count, walkedTo };
}
