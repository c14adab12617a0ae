import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { onboardingActorId } from "../../rules/onboarding/onboarding-actor-id.ts";
import { failQuietly } from "../fail-quietly.ts";
import { settling } from "../outbox/settling.ts";
import type { OnboardingAgenda } from "./onboarding-agenda.ts";
import { settleOnboarding, type SettleOnboardingInput } from "./settle-onboarding.ts";

/** The acts of onboarding as a worker registers them. */
export interface OnboardingActivities {
  settleOnboarding(input: SettleOnboardingInput): Promise<OnboardingAgenda>;
}

/** Makes the activities of onboarding. */
export function createOnboardingActivities({
  em,
  log,
}: {
  readonly em: SqlEntityManager;
  readonly log: Logger;
}): OnboardingActivities {
  return {
    settleOnboarding: failQuietly(
      { log, name: "settleOnboarding" },
      (input: SettleOnboardingInput) =>
        settling({ em, workflowId: onboardingActorId(input.instanceId) }, () =>
          settleOnboarding(em, input),
        ),
    ),
  };
}
