import { describe, expect, test } from "@jest/globals";
import { newPlanContentSchema, planContentSchema } from "../../contract/plans/content-schema.ts";

const recurrence = { rrule: "FREQ=DAILY" };
const exercise = { exerciseKey: "squat", name: "Squat", sets: [{ repetitions: 5 }] };
const day = { dayNumber: 1, title: "Legs", exercises: [exercise] };
const bodies = {
  PROGRAM: { weeks: [{ days: [day] }] },
  HABIT: { recurrence },
  MEAL: { recurrence, items: [{ label: "Rice" }] },
  CHECK_IN: { recurrence, formVersionId: "01890a5d-ac96-774b-bcce-b302099a8057" },
  REMINDER: { recurrence },
  CUSTOM_REMINDER: { recurrence },
} as const;

describe.each(Object.entries(bodies))(
  "the times of a %s (docs/rooms/plans.md#kinds)",
  (kind, body) => {
    const content = (startTime: string | null, dueTime: string | null) => ({
      kind,
      title: "Plan",
      ...body,
      startTime,
      dueTime,
    });

    test.each([
      ["08:00", "08:00"],
      ["22:00", "06:00"],
      ["00:01", "00:01"],
    ])("from %s to %s are refused at dueTime", (startTime, dueTime) => {
      expect(pointersOf(content(startTime, dueTime))).toEqual(["dueTime"]);
    });

    test.each([
      [null, "00:00"],
      ["00:00", "00:00"],
      ["22:00", "00:00"],
      ["23:59", null],
      [null, "00:01"],
      ["00:00", "00:01"],
    ])("from %s to %s are accepted", (startTime, dueTime) => {
      expect(newPlanContentSchema.safeParse(content(startTime, dueTime)).success).toBe(true);
    });

    test("are readable in a stored revision whose due time is before the start", () => {
      expect(planContentSchema.safeParse(content("22:00", "06:00")).success).toBe(true);
    });
  },
);

function pointersOf(content: unknown) {
  return (
    newPlanContentSchema.safeParse(content).error?.issues.map(({ path }) => path.join("/")) ?? []
  );
}
