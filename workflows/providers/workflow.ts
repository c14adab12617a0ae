import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

const looks = scheduledActs({
  tryMs: 15_000,
  summary: "look at the identity provider",
});
const retention = scheduledActs({
  tryMs: 15_000,
  summary: "summarise what is older than 30 days",
});

/** Slices of one run; what is left over is found by the next. */
const MOST_SLICES = 200;

/**
 * The scheduled workflow `provider-health`: one look at the identity provider, kept for each
 * configured provider.
 *
 * @returns how many providers stand otherwise than before.
 */
export async function providerHealth(): Promise<number> {
  const { changedCount } = await looks().checkProviders();
  return changedCount;
}

/**
 * The scheduled workflow `provider-retention`: details older than 30 days become summaries by day. What fails by itself
 * holds up nothing else, and lets the run fail in the end.
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
