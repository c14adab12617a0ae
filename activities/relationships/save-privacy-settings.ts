import type { PrivacySettings } from "../../contract/relationships/privacy-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { PRIVACY_SETTINGS } from "../../contract/relationships/vocabulary.ts";
import { privacySettings } from "../../rules/relationships/privacy-settings.ts";

/**
 * Stores what coaches see of a client's profile (docs/rooms/relationships.md#privacy-settings); idempotent. It applies
 * to every read from then on. The caller holds the lock on the account.
 *
 * @throws Refusal NOT_FOUND when the user was never a client.
 */
export async function savePrivacySettings(
  tx: Tx,
  { userId, settings }: { readonly userId: string; readonly settings: PrivacySettings },
): Promise<void> {
  const profile = await tx.findOne(ClientProfile, { userId });
  if (profile === null) throw new Refusal("NOT_FOUND");
  const before = privacySettings(profile.privacySettings);
  if (PRIVACY_SETTINGS.every((name) => before[name] === settings[name])) return;
  tx.assign(profile, { privacySettings: settings, updatedAt: await clockNow(tx) });
  await tx.flush();
}
