import type { RefreshedDetails } from "../../activities/exercises/catalogue/refresh-details.ts";
import { scheduledActs } from "../scheduled-acts.ts";

/**
 * The scheduled workflow `detail-refresh` (docs/rooms/exercises.md#refresh): fetches exercises one by one that
 * somebody read and that the provider has not returned for long.
 *
 * @returns how many exercises were fetched.
 */
export async function refreshDetails(): Promise<RefreshedDetails> {
  return await reading().refreshDetails();
}

const reading = scheduledActs({
  tryMs: 600_000,
  summary: "fetch exercises with outdated details",
});
