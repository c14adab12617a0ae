import {
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
} from "../../../contract/notifications/vocabulary.ts";
import type { components } from "../../api/routes.d.ts";

/** Categories that a coach may mute, in the order of the page. Urgent ones always arrive. */
export const COACH_CATEGORIES = [
  "COACH_TASK_HIGH",
  "COACH_TASK_LATE",
  "CLIENT_STARTED_ONBOARDING",
  "INVITATION_NEEDS_ATTENTION",
  "WORKOUT_CONFLICT_UNRESOLVED",
  "INBOX_DIGEST",
] as const satisfies readonly NotificationCategory[];

/**
 * The body that saves one change. It replaces all preferences, so it carries the others along, also those that this
 * page does not offer.
 */
export function preferencesBody(stored: Preferences, change: PreferenceChange): PreferencesInput {
  const muted = new Set(stored.mutedCategories);
  if (change.category !== undefined) {
    if (change.isOn) muted.delete(change.category);
    else muted.add(change.category);
  }
  return {
    mutedCategories: NOTIFICATION_CATEGORIES.filter((category) => muted.has(category)),
    channels: { ...stored.channels, ...change.channels },
    quietHours: change.quietHours === undefined ? stored.quietHours : change.quietHours,
  };
}

/** One change of the preferences. */
export interface PreferenceChange {
  readonly category?: NotificationCategory;
  /** Whether the category is to arrive. */
  readonly isOn?: boolean;
  readonly channels?: { readonly push: boolean } | { readonly mail: boolean };
  readonly quietHours?: components["schemas"]["QuietHours"] | null;
}

export type Preferences = components["schemas"]["NotificationPreferences"];
type PreferencesInput = components["schemas"]["NotificationPreferencesInput"];
