import { lockScopes } from "../../db/platform/scopes/lock-scopes.ts";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { listEndedIds } from "../../db/relationships/queries.ts";
import type { AccountHook } from "../accounts/account-hook.ts";
import { purgeOnboarding } from "./purge-onboarding.ts";

/**
 * A client's words, and reasons given about them, during onboarding are erased with the account, without the usual 30
 * days.
 */
export const onboardingFollowsAccount: AccountHook = {
  async deleted(tx, { userId, now }) {
    const ended = await listEndedIds(tx, userId);
    await lockScopes(tx, ended);
    const instances = await tx.find(OnboardingInstance, {
      relationshipId: { $in: [...ended] },
      purgedAt: null,
    });
    for (const instance of instances) {
      tx.assign(instance, { retentionExpiresAt: now, updatedAt: now });
      await tx.flush();
      await purgeOnboarding(tx, { instanceId: instance.id, now });
    }
  },
};
