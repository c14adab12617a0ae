import { proxyActivities } from "@temporalio/workflow";
import type { ReconciledUsage } from "../../activities/exercises/media/reconcile-usage.ts";
import type { ProductActivities } from "../product-activities.ts";

const accounts = proxyActivities<ProductActivities>({
  startToCloseTimeout: "60s",
  retry: { maximumAttempts: 3 },
  summary: "read what the provider's account says was used",
});

/**
 * The scheduled workflow `usage-reconcile` (docs/rules.md#exercises-usage): the account of the provider is read, and what
 * it knows beyond ours makes the allowance smaller. An account that cannot be read is asked again by the next run.
 *
 * @returns how many accounts were read, and how many could not be.
 */
export async function reconcileUsage(): Promise<ReconciledUsage> {
  return await accounts.reconcileUsage();
}
