import type { ReconciledUsage } from "../../activities/exercises/media/reconcile-usage.ts";
import { scheduledActs } from "../scheduled-acts.ts";

/**
 * The scheduled workflow `usage-reconcile` (docs/rooms/exercises.md#usage): reads the provider's account and reduces
 * the quota by the reconciliation difference. The next run retries an account that could not be read.
 *
 * @returns how many accounts were read, and how many could not be.
 */
export async function reconcileUsage(): Promise<ReconciledUsage> {
  return await accounts().reconcileUsage();
}

const accounts = scheduledActs({
  tryMs: 60_000,
  summary: "read the use in the provider's account",
});
