import type { TaskKind } from "./vocabulary.ts";

/**
 * The screen of the client's app that a task of each kind goes on in, beside its id
 * (docs/rules.md#agenda-today). The only table of them.
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
