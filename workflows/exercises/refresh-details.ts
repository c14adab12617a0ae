import { proxyActivities } from "@temporalio/workflow";
import type { RefreshedDetails } from "../../activities/exercises/catalogue/refresh-details.ts";
import type { ProductActivities } from "../product-activities.ts";

const reading = proxyActivities<ProductActivities>({
  startToCloseTimeout: "10m",
  retry: { maximumAttempts: 3 },
  summary: "ask the provider for exercises whose detail is old",
});

/**
 * The scheduled workflow `detail-refresh` (docs/rules.md#exercises-refresh): exercises that somebody read, and of which
 * the provider has not told for long, are asked for one by one.
 *
 * @returns how many it was asked for.
 */
export async function refreshDetails(): Promise<RefreshedDetails> {
  return await reading.refreshDetails();
}
