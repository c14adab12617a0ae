import {
  COACH_ONBOARDING_STATUSES,
  type CoachOnboardingStatus,
} from "../../../contract/accounts/vocabulary.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Moves the onboarding of a coach on to a status, never back. One statement, which locks nothing if the coach is there
 * already (docs/rooms/accounts.md#onboarding-of-coaches).
 */
export async function raiseCoachOnboarding(
  tx: Tx,
  {
    userId,
    to,
  }: { readonly userId: string; readonly to: Exclude<CoachOnboardingStatus, "NOT_STARTED"> },
): Promise<void> {
  const earlier = COACH_ONBOARDING_STATUSES.slice(0, COACH_ONBOARDING_STATUSES.indexOf(to));
  await tables(tx)
    .updateTable("coachProfile")
    .set({ onboardingStatus: to })
    .where("userId", "=", userId)
    .where("onboardingStatus", "in", earlier)
    .execute();
}
