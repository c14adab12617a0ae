import {
  ApplicationFailure,
  continueAsNew,
  proxyLocalActivities,
  workflowInfo,
} from "@temporalio/workflow";
import type { AccountActivities } from "../../activities/privacy/account-deletion-activities.ts";
import { userIdOf } from "../../rules/privacy/account-deletion.ts";
import { runActor, type ActorInput } from "../run-actor.ts";

const accounts = proxyLocalActivities<AccountActivities>({
  startToCloseTimeout: "1500ms",
  retry: { maximumAttempts: 1 },
  summary: "look at the deletion of the account",
});

/**
 * The actor `account-deletion/{userId}`: waits out the 14 days in which a deletion can be called off,
 * then makes it final (docs/rules.md#actors-kinds).
 */
export async function accountDeletionActor(input: ActorInput = {}): Promise<void> {
  const userId = requireUserId(workflowInfo().workflowId);
  await runActor(
    {
      settle: () => accounts.settleAccountDeletion({ userId }),
      attributes: () => [],
      details: () => [],
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
