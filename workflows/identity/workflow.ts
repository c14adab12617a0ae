import {
  ApplicationFailure,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from "@temporalio/workflow";
import type { AccountActivities } from "../../activities/identity/account-activities.ts";
import { userIdOf } from "../../rules/identity/account-deletion.ts";
import { runActor, type ActorInput } from "../run-actor.ts";

const accounts = proxyLocalActivities<AccountActivities>({
  startToCloseTimeout: "1500ms",
  retry: { maximumAttempts: 1 },
  summary: "look at the deletion of the account",
});
const retention = proxyActivities<AccountActivities>({
  startToCloseTimeout: "15s",
  retry: { maximumAttempts: 3 },
  summary: "take away what is older than 30 days",
});

/**
 * The actor `account-deletion/{userId}`: waits out the 14 days in which a deletion can be called off,
 * then makes it final (actors.md).
 */
export async function accountDeletionActor(input: ActorInput = {}): Promise<void> {
  const userId = requireUserId(workflowInfo().workflowId);
  await runActor(
    {
      settle: () => accounts.settleAccountDeletion({ userId }),
      attributes: () => [],
      continueAsNew: (next) => continueAsNew<typeof accountDeletionActor>(next),
    },
    input,
  );
}

function requireUserId(workflowId: string): string {
  const userId = userIdOf(workflowId);
  if (userId !== null) return userId;
  throw ApplicationFailure.nonRetryable("The workflow id names no account", "NOT_AN_ACCOUNT");
}

/** Slices of one run; what is left over is found by the next. */
const MOST_SLICES = 200;

/**
 * The scheduled workflow `prune-auth-records`: the auth audit is kept 30 days, slice by slice.
 *
 * @returns how many rows were taken away.
 */
export async function pruneAuthRecords(): Promise<number> {
  let deletedCount = 0;
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const pruned = await retention.pruneAuthRecords();
    deletedCount += pruned.deletedCount;
    if (!pruned.full) break;
  }
  return deletedCount;
}
