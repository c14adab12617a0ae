import {
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
  type NotificationSeverity,
} from "../../contract/notifications/vocabulary.ts";

/** The audience of a category, and how it is delivered. */
export interface CategoryPolicy {
  readonly audience: "CLIENT" | "COACH";
  readonly severity: NotificationSeverity;
  /**
   * `PUSH_AND_MAIL`: on every channel of the person. `PUSH_OR_MAIL`: by push, and by mail only if push does not reach
   * them.
   */
  readonly ways: "PUSH_AND_MAIL" | "PUSH_OR_MAIL";
  /** On its local day or not at all. */
  readonly daily: boolean;
  /** Sent at its configured hour, regardless of quiet hours. */
  readonly atItsHour?: true;
}

/** The policy of each category. */
export const CATEGORY_POLICIES: Readonly<Record<NotificationCategory, CategoryPolicy>> = {
  WELCOME: { audience: "CLIENT", severity: "LOW", ways: "PUSH_AND_MAIL", daily: false },
  CLIENT_STARTED_ONBOARDING: {
    audience: "COACH",
    severity: "HIGH",
    ways: "PUSH_OR_MAIL",
    daily: false,
  },
  ONBOARDING_REMINDER: {
    audience: "CLIENT",
    severity: "NORMAL",
    ways: "PUSH_OR_MAIL",
    daily: true,
  },
  ONBOARDING_NUDGE: { audience: "CLIENT", severity: "NORMAL", ways: "PUSH_OR_MAIL", daily: false },
  COMPLETION_REQUEST: {
    audience: "CLIENT",
    severity: "HIGH",
    ways: "PUSH_OR_MAIL",
    daily: false,
  },
  FORM_ASSIGNED: { audience: "CLIENT", severity: "NORMAL", ways: "PUSH_OR_MAIL", daily: false },
  WORKOUT_CONFLICT_REMINDER: {
    audience: "CLIENT",
    severity: "NORMAL",
    ways: "PUSH_OR_MAIL",
    daily: true,
  },
  WORKOUT_CONFLICT_UNRESOLVED: {
    audience: "COACH",
    severity: "NORMAL",
    ways: "PUSH_OR_MAIL",
    daily: false,
  },
  COACH_TASK_URGENT: {
    audience: "COACH",
    severity: "URGENT",
    ways: "PUSH_OR_MAIL",
    daily: false,
  },
  COACH_TASK_HIGH: { audience: "COACH", severity: "HIGH", ways: "PUSH_OR_MAIL", daily: false },
  COACH_TASK_LATE: { audience: "COACH", severity: "HIGH", ways: "PUSH_OR_MAIL", daily: false },
  INBOX_DIGEST: {
    audience: "COACH",
    severity: "LOW",
    ways: "PUSH_AND_MAIL",
    daily: false,
    atItsHour: true,
  },
};

/** Whether a message of the category carries the number of open inbox tasks for the app's icon badge. */
export function showsBadge(category: NotificationCategory): boolean {
  return category.startsWith("COACH_TASK_") || category === "INBOX_DIGEST";
}

/** The categories for this role of a person. */
export function categoriesOf(
  audience: CategoryPolicy["audience"],
): readonly NotificationCategory[] {
  return NOTIFICATION_CATEGORIES.filter((name) => CATEGORY_POLICIES[name].audience === audience);
}
