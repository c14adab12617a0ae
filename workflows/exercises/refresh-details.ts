import type { RefreshedDetails } from "../../activities/exercises/catalogue/refresh-details.ts";
import { scheduledActs } from "../scheduled-acts.ts";

const reading = scheduledActs({
  tryMs: 600_000,
  summary: "ask the provider for exercises whose detail is old",
});

/**
 * The scheduled workflow `detail-refresh` (docs/rules.md#exercises-refresh): exercises that somebody read, and of which
 * the provider has not told for long, are asked for one by one.
 *
 * @returns how many it was asked for.
 */
export async function refreshDetails(): Promise<RefreshedDetails> {
  return await reading().refreshDetails();
}
