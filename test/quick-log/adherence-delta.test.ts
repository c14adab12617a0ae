import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";
import { adherenceDelta } from "../../rules/quick-log/adherence-delta.ts";
import type { QuickLogEffects } from "../../rules/quick-log/types.ts";

describe("the adherence delta of an operation", () => {
  test.each([
    ["PENDING", "COMPLETED", "TASK_COMPLETED", 1],
    ["PENDING", "SKIPPED", "TASK_SKIPPED", 0],
    ["PENDING", "IN_PROGRESS", "TASK_PROGRESSED", 0],
    ["IN_PROGRESS", "IN_PROGRESS", "TASK_PROGRESSED", 0],
    ["COMPLETED", "PENDING", "TASK_REOPENED", -1],
    ["SKIPPED", "PENDING", "TASK_REOPENED", 0],
  ] as const)("from %s to %s is %s with score %d", (taskFrom, taskTo, deltaType, scoreDelta) => {
    expect(adherenceDelta(effects({ taskFrom, taskTo }))).toMatchObject({ deltaType, scoreDelta });
  });

  test("counts the items it ticked and undid", () => {
    const items = [
      { itemId: "a", from: "PENDING", to: "COMPLETED" },
      { itemId: "b", from: "COMPLETED", to: "PENDING" },
      { itemId: "c", from: "PENDING", to: "SKIPPED" },
    ] as const;
    expect(adherenceDelta(effects({ items })).metadata).toMatchObject({
      completedItemDelta: 0,
      skippedItemDelta: 1,
    });
  });

  test("adds up over any course of a task to whether it is completed", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TASK_STATUSES)), (course) => {
        const path = ["PENDING" as const, ...course];
        const score = course.reduce((sum, taskTo, index) => {
          const taskFrom = path[index] ?? "PENDING";
          return sum + adherenceDelta(effects({ taskFrom, taskTo })).scoreDelta;
        }, 0);
        expect(score).toBe(path.at(-1) === "COMPLETED" ? 1 : 0);
      }),
    );
  });
});

function effects(change: Partial<QuickLogEffects>): QuickLogEffects {
  return {
    taskFrom: "PENDING",
    taskTo: "PENDING",
    items: [],
    valueEntryId: null,
    ...change,
  };
}
