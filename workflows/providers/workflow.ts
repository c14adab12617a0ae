import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

const checks = scheduledActs({
  tryMs: 15_000,
  summary: "check the identity provider",
});
const retention = scheduledActs({
  tryMs: 15_000,
  summary: "summarise details older than 30 days",
});

/** Slices of one run; the next run finds the rest. */
const MOST_SLICES = 200;

/**
 * The scheduled workflow `provider-health`: checks each configured provider and stores its health.
 *
 * @returns how many providers have changed their state.
 */
export async function providerHealth(): Promise<number> {
  const { changedCount } = await checks().checkProviders();
  return changedCount;
}

/**
 * The scheduled workflow `provider-retention`: summarises details older than 30 days by day. A failing row does not
 * delay the others, but fails the run at the end.
 */
export async function providerRetention(): Promise<void> {
  let passedOver: readonly number[] = [];
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const retained = await retention().retainProviderRecords({ passedOver });
    passedOver = retained.passedOver ?? [];
    if (!retained.full) break;
  }
  failIfPassedOver(passedOver.reduce((sum, count) => sum + count, 0));
}
