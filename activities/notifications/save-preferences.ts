import { writePreference } from "../../db/notifications/write-preference.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { NotificationPreferences } from "../../rules/notifications/judge-notification.ts";

/** Stores which notifications a person wants. They also apply to decisions that are not sent yet. */
export async function savePreferences(
  tx: Tx,
  { userId, preferences }: PreferencesChoice,
): Promise<NotificationPreferences> {
  await writePreference(tx, userId, preferences);
  return preferences;
}

/** A person's choices. */
export interface PreferencesChoice {
  readonly userId: string;
  readonly preferences: NotificationPreferences;
}
