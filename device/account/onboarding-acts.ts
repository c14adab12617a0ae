import type { OnlineActs } from "../online/online-acts.ts";
import { forgetAct } from "../online/outcome-of.ts";
import type { Statement } from "../ports/sql.ts";
import type { OnboardingStep, StoredOnboardingAct } from "./types.ts";

/** The types of the acts, by the step that each one takes. */
export const ACT_TYPES: Readonly<Record<OnboardingStep, string>> = {
  OPEN: "onboarding.open",
  SKIP: "onboarding.skip",
  COMPLETE: "onboarding.complete-from-form",
  PROFILE: "account.save-profile",
};

/** The stored acts of the onboarding, newest first within a step. */
export async function listOnboardingActs(
  online: OnlineActs,
  scopeId: string,
): Promise<readonly StoredOnboardingAct[]> {
  const steps = ["OPEN", "SKIP", "COMPLETE", "PROFILE"] as const;
  const found = await Promise.all(
    steps.map(async (step) => {
      const acts = await online.list({ scopeId, actType: ACT_TYPES[step] });
      return acts.map(({ actId, objectId, outcome }) => {
        const taskId = step === "PROFILE" ? null : objectId;
        return { actId, step, taskId, outcome };
      });
    }),
  );
  return found.flat();
}

/** Forgets acts that the server has carried out: the onboarding that was read afterwards contains them. */
export function forgetDone(acts: readonly StoredOnboardingAct[]): readonly Statement[] {
  return acts.filter(({ outcome }) => outcome.kind === "DONE").map(({ actId }) => forgetAct(actId));
}
