import { writePreference } from "../../db/notifications/write-preference.ts";
import type { Tx } from "../../db/transact.ts";
import type { NotificationPreferences } from "../../rules/notifications/judge-notification.ts";

/** What a person chose. */
export interface PreferencesChoice {
  readonly userId: string;
  readonly preferences: NotificationPreferences;
}

/** Keeps what a person wants to hear of; what is already decided and not yet sent is judged by it too. */
export async function savePreferences(
  tx: Tx,
  { userId, preferences }: PreferencesChoice,
): Promise<NotificationPreferences> {
  await writePreference(tx, userId, preferences);
  return preferences;
}
