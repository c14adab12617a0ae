import { defineTaskKind } from "./define-task-kind.ts";

/** The definition of every kind of dated tasks. */
export const TASK_DEFINITIONS = {
  WORKOUT: defineTaskKind({
    name: { en: "Workout", de: "Training" },
    sourceContext: "PROGRAMS",
    destination: "/today/workout",
    metrics: "NONE",
    result: "WORKOUT_LOG",
    missedEvent: null,
  }),
  MEAL: defineTaskKind({
    name: { en: "Meal", de: "Mahlzeit" },
    sourceContext: "NUTRITION",
    destination: "/today/meal",
    itemKind: "MEAL_ITEM",
    metrics: "NONE",
    missedEvent: null,
  }),
  CHECK_IN: defineTaskKind({
    name: { en: "Check-in", de: "Check-in" },
    sourceContext: "FORMS",
    destination: "/today/check-in",
    metrics: "NONE",
    result: "FORM_SUBMISSION",
    missedEvent: "CheckInMissed",
  }),
  MEASUREMENT: defineTaskKind({
    name: { en: "Measurement", de: "Messung" },
    sourceContext: "PROGRESS",
    destination: "/today/measurement",
    metrics: "SEVERAL",
    result: "MEASUREMENTS",
    missedEvent: null,
  }),
  PHOTO: defineTaskKind({
    name: { en: "Photo", de: "Foto" },
    sourceContext: "PROGRESS",
    destination: "/today/photo",
    metrics: "NONE",
    result: "PHOTOS",
    missedEvent: null,
  }),
  SUPPLEMENT: defineTaskKind({
    name: { en: "Supplement", de: "Supplement" },
    sourceContext: "NUTRITION",
    destination: "/today/supplement",
    itemKind: "SUPPLEMENT_ITEM",
    metrics: "NONE",
    missedEvent: null,
  }),
  HABIT: defineTaskKind({
    name: { en: "Habit", de: "Gewohnheit" },
    sourceContext: "DAILY_EXECUTION",
    destination: "/today/habit",
    itemKind: "HABIT_ITEM",
    metrics: "ONE",
    missedEvent: null,
  }),
  REMINDER: defineTaskKind({
    name: { en: "Reminder", de: "Erinnerung" },
    sourceContext: "DAILY_EXECUTION",
    destination: "/today/reminder",
    itemKind: "REMINDER_ITEM",
    metrics: "NONE",
    missedEvent: null,
  }),
};
export type TaskKind = keyof typeof TASK_DEFINITIONS;
