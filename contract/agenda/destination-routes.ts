import type { TaskKind } from "./vocabulary.ts";

/**
 * The client app's screen that opens a task of each kind, in addition to its id (docs/rooms/agenda.md#today). This is
 * the only such table.
 */
export const DESTINATION_ROUTES = {
  WORKOUT: "/today/workout",
  MEAL: "/today/meal",
  CHECK_IN: "/today/check-in",
  MEASUREMENT: "/today/measurement",
  PHOTO: "/today/photo",
  SUPPLEMENT: "/today/supplement",
  HABIT: "/today/habit",
  REMINDER: "/today/reminder",
} as const satisfies Record<TaskKind, string>;
