import type { ReconciledUsage } from "../../activities/exercises/media/reconcile-usage.ts";
import { scheduledActs } from "../scheduled-acts.ts";

const accounts = scheduledActs({
  tryMs: 60_000,
  summary: "read what the provider's account says was used",
});

/**
 * The scheduled workflow `usage-reconcile` (docs/rules.md#exercises-usage): the account of the provider is read, and what
 * it knows beyond ours makes the allowance smaller. An account that cannot be read is asked again by the next run.
 *
 * @returns how many accounts were read, and how many could not be.
 */
export async function reconcileUsage(): Promise<ReconciledUsage> {
  return await accounts().reconcileUsage();
}
