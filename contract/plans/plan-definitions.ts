import type { TaskKind } from "../agenda/kinds/task-definitions.ts";
import type { EventType } from "../outbox/vocabulary.ts";
import type { PlanContent } from "./content-schema.ts";

/**
 * The definition of every plan kind. A CUSTOM_REMINDER makes cards, every other kind makes tasks
 * (docs/rooms/plans.md#kinds).
 */
export const PLAN_DEFINITIONS = {
  PROGRAM: { taskKind: "WORKOUT", assignedEvent: "ProgramAssigned" },
  MEAL: { taskKind: "MEAL", assignedEvent: "MealPlanAssigned" },
  SUPPLEMENT: { taskKind: "SUPPLEMENT", assignedEvent: "SupplementPlanAssigned" },
  HABIT: { taskKind: "HABIT", assignedEvent: "HabitPlanAssigned" },
  CHECK_IN: { taskKind: "CHECK_IN", assignedEvent: "CheckInScheduled" },
  MEASUREMENT: { taskKind: "MEASUREMENT", assignedEvent: "MeasurementRequested" },
  PHOTO: { taskKind: "PHOTO", assignedEvent: "ProgressPhotoRequested" },
  REMINDER: { taskKind: "REMINDER", assignedEvent: "ReminderAssigned" },
  CUSTOM_REMINDER: { taskKind: null, assignedEvent: "CoachReminderCreated" },
} as const satisfies Readonly<Record<PlanContent["kind"], PlanDefinition>>;

/** Kind of a plan: its requirement on the days it falls on. */
export type PlanKind = keyof typeof PLAN_DEFINITIONS;

interface PlanDefinition {
  /** The kind of its tasks; null if it makes cards. */
  readonly taskKind: TaskKind | null;
  /** The event of a new assignment. */
  readonly assignedEvent: EventType;
}
