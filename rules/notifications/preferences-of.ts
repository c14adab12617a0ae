import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { DEFAULT_PREFERENCES, type NotificationPreferences } from "./judge-notification.ts";

/** A person's stored preferences, or the defaults. */
export function preferencesOf(row: PreferenceRow | null): NotificationPreferences {
  if (row === null) return DEFAULT_PREFERENCES;
  const { quietFromMinute: fromMinute, quietUntilMinute: untilMinute, ...rest } = row;
  const quietHours =
    fromMinute === null || untilMinute === null ? null : { fromMinute, untilMinute };
  return { ...rest, quietHours };
}

/** Stored preferences. */
export interface PreferenceRow {
  readonly mutedCategories: readonly NotificationCategory[];
  readonly pushEnabled: boolean;
  readonly mailEnabled: boolean;
  /** Both null: no quiet hours. */
  readonly quietFromMinute: number | null;
  readonly quietUntilMinute: number | null;
}
