import { workflowInfo } from "@temporalio/workflow";
import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { isFaultOfOurs } from "../is-fault-of-ours.ts";
import { scheduledActs } from "../scheduled-acts.ts";
import { MEDIA_UPKEEP } from "../../contract/media/vocabulary.ts";
import { keepStep, type KeptStep, type Upkeep, walkedBefore } from "./keep-step.ts";

const upkeep = scheduledActs({
  tryMs: 60_000,
  summary: "finish what is whole, end what nobody wants, remove what nobody needs",
});

/**
 * The scheduled workflow `media-upkeep`: uploads that are whole and that nobody looked at are finished,
 * those whose time is over end, then media that nobody took along, then files that no record needs go.
 * Each slice stands by itself: stopped anywhere, the next run goes on. The walk through all files goes on where the
 * last run's ended, so that each is come to, however many there are; where no last run is known it begins anew. A row, a
 * file or a step that fails by itself holds up no other, and lets the run fail in the end (docs/rules.md#house-one-fault).
 */
export async function mediaUpkeep(): Promise<Upkeep> {
  let [count, failedCount] = [0, 0];
  let walkedTo: string | null = null;
  for (const step of MEDIA_UPKEEP) {
    const walks = step === "REMOVE_UNKNOWN_FILES";
    const from = walks ? walkedBefore(workflowInfo().lastResult) : null;
    const kept = await keepStep((after) => upkeep().cleanUpMedia({ step, after }), from).catch(
      (error: unknown): KeptStep => {
        if (isFaultOfOurs(error)) return { count: 0, failedCount: 1, walkedTo: from };
        throw error;
      },
    );
    count += kept.count;
    failedCount += kept.failedCount;
    if (walks) ({ walkedTo } = kept);
  }
  failIfPassedOver(failedCount);
  return { count, walkedTo };
}
