import type { ChangeCoachProfile } from "../../contract/accounts/profile-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { CoachProfile } from "../../db/accounts/coach-profile.ts";
import { claimPublicHandle } from "../../db/accounts/profiles/claim-public-handle.ts";
import { raiseCoachOnboarding } from "../../db/accounts/profiles/raise-coach-onboarding.ts";
import { User } from "../../db/accounts/user.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Changes a coach's public profile; fields that are not named keep their value. Clients see this name and handle. The
 * caller holds the lock on the account.
 *
 * @throws Refusal NOT_FOUND when the user was never a coach, STATE_CONFLICT when another coach has the handle.
 */
export async function changeCoachProfile(
  tx: Tx,
  { userId, changes }: { readonly userId: string; readonly changes: ChangeCoachProfile },
): Promise<void> {
  const existing = await tx.findOne(CoachProfile, { userId });
  if (existing === null) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  const { bio = existing.bio, timezone = existing.timezone, locale = existing.locale } = changes;
  tx.assign(existing, { bio: bio ?? null, timezone, locale, updatedAt: now });
  const user = await tx.findOneOrFail(User, userId);
  const { displayName = user.displayName } = changes;
  if (displayName !== user.displayName) tx.assign(user, { displayName, updatedAt: now });
  await tx.flush();
  await raiseCoachOnboarding(tx, { userId, to: "IN_PROGRESS" });
  const { publicHandle = existing.publicHandle } = changes;
  if (publicHandle === existing.publicHandle) return;
  const handle = publicHandle ?? null;
  if (await claimPublicHandle(tx, { userId, handle })) return;
  throw stateConflict("HANDLE_TAKEN", { pointer: "/publicHandle" });
}
