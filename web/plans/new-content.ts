import type { PlanContentInput } from "../../contract/plans/content-schema.ts";
import type { PlanKind } from "../../contract/plans/plan-definitions.ts";

/**
 * The least content that a new plan of a kind may have. Each part that it requires, such as an item, has the given
 * name. The coach goes on from there.
 */
export function newContent(kind: PlanKind, { title, part, formVersionId }: NewPlan) {
  return { ...bareContent(kind, { part, formVersionId }), title } satisfies PlanContentInput;
}

/** A coach's input before the plan exists. */
export interface NewPlan {
  readonly title: string;
  /** The name of its first item, exercise or pose, in the coach's language. */
  readonly part: string;
  /** The form of a check-in. */
  readonly formVersionId: string;
}

function bareContent(kind: PlanKind, { part, formVersionId }: Omit<NewPlan, "title">) {
  const recurrence = { rrule: "FREQ=DAILY", exdates: [] };
  switch (kind) {
    case "PROGRAM":
      return { kind, weeks: [{ days: [newDay(1, part)] }] };
    case "MEAL":
    case "SUPPLEMENT":
      return { kind, recurrence, items: [{ label: part }] };
    case "CHECK_IN":
      return { kind, recurrence: WEEKLY, formVersionId };
    case "MEASUREMENT":
      return { kind, recurrence: WEEKLY, metrics: [WEIGHT] };
    case "PHOTO":
      return { kind, recurrence: WEEKLY, poses: [part] };
    case "HABIT":
    case "REMINDER":
    case "CUSTOM_REMINDER":
      return { kind, recurrence };
  }
}

const WEEKLY = { rrule: "FREQ=WEEKLY", exdates: [] };

function newDay(dayNumber: number, part: string) {
  const exercises = [{ exerciseKey: "exercise-1", name: part, sets: [{ repetitions: 8 }] }];
  return { dayNumber, title: part, exercises };
}

const WEIGHT = {
  metricKind: "WEIGHT",
  unit: "kg",
  min: 20,
  max: 400,
  mode: "REPLACE",
  decimals: 1,
} as const;
