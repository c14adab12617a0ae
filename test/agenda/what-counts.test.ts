import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";
import type { DayValue } from "../../contract/agenda/schema.ts";
import {
  SKIP_REASONS,
  type SkipReason,
  UNCOUNTED_SKIP_REASONS,
} from "../../contract/quick-log/vocabulary.ts";
import { summariseDay, type SummedTask } from "../../rules/agenda/summarise-day.ts";
import { adherenceMetadata, adherenceOf } from "../../rules/agenda/adherence.ts";
import { aCountable, anEntry, progress } from "../factories/agenda/countable.ts";

const nothing = { counts: false, score: 0 };
const counted = (score: number) => ({ counts: true, score });

describe("What a task counts for", () => {
  test.each<[string, Partial<SummedTask>, ReturnType<typeof adherenceOf>]>([
    ["completed", { status: "COMPLETED" }, counted(1)],
    ["pending", {}, counted(0)],
    [
      "started without an entry",
      { status: "IN_PROGRESS", completionSummary: progress(2, 1) },
      counted(0),
    ],
    ["missed", { status: "MISSED" }, counted(0)],
    ["missed in part", { status: "MISSED", completionSummary: progress(3, 1, 1) }, counted(0.333)],
    [
      "it is a metric with an entry",
      { status: "IN_PROGRESS", completionSummary: progress(0, 0, 0, anEntry) },
      counted(1),
    ],
    ["canceled", { status: "CANCELED" }, nothing],
    [
      "superseded after it was done in part",
      { status: "SUPERSEDED", completionSummary: progress(2, 1) },
      nothing,
    ],
    ["skipped without a reason", { status: "SKIPPED" }, counted(0)],
  ])("if %s", (_name, change, adherence) => {
    expect(adherenceOf(aCountable(change))).toEqual(adherence);
  });

  test.each(SKIP_REASONS.map((reason) => [reason]))("if skipped for %s", (reason) => {
    const uncounted: readonly string[] = UNCOUNTED_SKIP_REASONS;
    const skipped = adherenceOf(aCountable({ status: "SKIPPED", skipReasons: [reason] }));
    if (uncounted.includes(reason)) expect(skipped).toEqual(nothing);
    else expect(skipped).toEqual(counted(reason === "ALREADY_DONE_OUTSIDE_APP" ? 1 : 0));
  });

  test.each<[string, Partial<SummedTask>, ReturnType<typeof adherenceOf>]>([
    ["pending", {}, nothing],
    ["missed untouched", { status: "MISSED" }, nothing],
    ["missed in part", { status: "MISSED", completionSummary: progress(2, 1) }, counted(0.5)],
    [
      "missed with an item skipped",
      { status: "MISSED", completionSummary: progress(2, 0, 1) },
      counted(0),
    ],
    ["begun", { status: "IN_PROGRESS" }, counted(0)],
    ["completed", { status: "COMPLETED" }, counted(1)],
    ["skipped", { status: "SKIPPED", skipReasons: ["BUSY"] }, counted(0)],
  ])("if its day was not offered and it was %s", (_name, change, adherence) => {
    expect(adherenceOf(aCountable({ ...change, notOffered: true }))).toEqual(adherence);
  });

  test("apart from the share of its target, which is separate", () => {
    const metric = {
      metricKind: "WATER",
      unit: "ml",
      min: 1,
      max: 5_000,
      mode: "ACCUMULATE",
    } as const;
    const task = aCountable({ completionSummary: progress(0, 0, 0, anEntry) });
    const metadataFor = (target: number | null) =>
      adherenceMetadata({ ...task, snapshot: { metric: { ...metric, target } } });
    expect(metadataFor(2_000)).toEqual({ counts: true, score: 1, targetShare: 0.15 });
    expect(metadataFor(null).targetShare).toBeNull();
    expect(
      adherenceMetadata({ ...aCountable(), snapshot: { metric: null } }).targetShare,
    ).toBeNull();
  });
});

const anyTask: fc.Arbitrary<SummedTask> = fc
  .record({
    status: fc.constantFrom(...TASK_STATUSES),
    revision: fc.integer({ min: 1, max: 9 }),
    notOffered: fc.boolean(),
    items: fc.array(fc.constantFrom("PENDING", "COMPLETED", ...SKIP_REASONS), { maxLength: 7 }),
    value: fc.option(fc.constant(anEntry), { nil: null }),
  })
  .map(({ items, value, ...task }) => {
    const skipReasons = SKIP_REASONS.flatMap((reason) =>
      items.flatMap((item) => (item === reason ? [reason] : [])),
    );
    const completed = items.filter((item) => item === "COMPLETED").length;
    const summary = progress(items.length, completed, skipReasons.length, value);
    return { ...task, skipReasons, completionSummary: summary };
  });

test("A task with a value counts the same for every value", () => {
  fc.assert(
    fc.property(anyTask, fc.integer({ min: 0 }), (task, current) => {
      const withValue = (value: DayValue) => ({
        ...task,
        completionSummary: { ...task.completionSummary, value },
      });
      const other = withValue({ ...anEntry, current });
      expect(adherenceOf(other)).toEqual(adherenceOf(withValue(anEntry)));
    }),
  );
});

describe("The share of a finished task with items", () => {
  const ended = (
    items: readonly ("DONE" | "OPEN" | SkipReason)[],
    status: SummedTask["status"] = "SKIPPED",
  ) => {
    const skipReasons = SKIP_REASONS.flatMap((reason) =>
      items.flatMap((item) => (item === reason ? [reason] : [])),
    );
    const done = items.filter((item) => item === "DONE").length;
    const completionSummary = progress(items.length, done, skipReasons.length);
    return adherenceOf(aCountable({ status, skipReasons, completionSummary }));
  };

  test.each(["SKIPPED", "COMPLETED"] as const)("follows its items when it is %s", (status) => {
    expect(ended(["DONE", "BUSY", "FORGOT"], status)).toEqual(counted(0.333));
    expect(ended(["DONE", "ILLNESS", "FORGOT"], status)).toEqual(counted(0.5));
    expect(ended(["DONE", "ILLNESS", "SIDE_EFFECT"], status)).toEqual(counted(1));
    expect(ended(["DONE", "ALREADY_DONE_OUTSIDE_APP", "BUSY"], status)).toEqual(counted(0.667));
  });

  test("is nothing if each item was skipped for health", () => {
    expect(ended(["ILLNESS", "PAIN_OR_INJURY"])).toEqual(nothing);
    expect(ended(["ILLNESS", "BUSY"])).toEqual(counted(0));
  });

  test("omits items skipped for health if the rest was missed", () => {
    expect(ended(["DONE", "ILLNESS", "OPEN"], "MISSED")).toEqual(counted(0.5));
    expect(ended(["DONE", "BUSY", "OPEN"], "MISSED")).toEqual(counted(0.333));
  });

  test("counts only once the task is finished", () => {
    expect(ended(["DONE", "ILLNESS", "OPEN"], "IN_PROGRESS")).toEqual(counted(0));
  });

  test("is items done, in or outside the app, over the items not skipped for health", () => {
    fc.assert(
      fc.property(
        anyTask.filter(
          ({ completionSummary: { itemCount, value }, status, notOffered }) =>
            itemCount > 0 &&
            value === null &&
            !notOffered &&
            ["SKIPPED", "COMPLETED", "MISSED"].includes(status),
        ),
        (task) => {
          const { itemCount, completedItemCount } = task.completionSummary;
          let [done, total] = [completedItemCount, itemCount];
          for (const reason of task.skipReasons) {
            if (["PAIN_OR_INJURY", "ILLNESS", "SIDE_EFFECT"].includes(reason)) total -= 1;
            if (reason === "ALREADY_DONE_OUTSIDE_APP") done += 1;
          }
          const { counts, score } = adherenceOf(task);
          expect(counts).toBe(total > 0);
          expect(score).toBeCloseTo(total > 0 ? done / total : 0, 3);
        },
      ),
    );
  });
});

describe("The sums of a day", () => {
  test("are the same in any order of its tasks", () => {
    const shuffled = fc
      .array(anyTask, { maxLength: 12 })
      .chain((tasks) =>
        fc.tuple(fc.constant(tasks), fc.shuffledSubarray(tasks, { minLength: tasks.length })),
      );
    fc.assert(
      fc.property(shuffled, ([tasks, other]) => {
        expect(summariseDay(other).sums).toEqual(summariseDay(tasks).sums);
      }),
    );
  });

  test("never exceed what counts, and tasks that do not count add nothing", () => {
    fc.assert(
      fc.property(fc.array(anyTask, { maxLength: 12 }), (tasks) => {
        const { sums, adherence } = summariseDay(tasks);
        expect(sums.doneCount).toBeLessThanOrEqual(sums.score);
        expect(sums.score).toBeLessThanOrEqual(sums.countedCount);
        const counting = tasks.filter((task) => adherenceOf(task).counts);
        expect(summariseDay(counting).sums).toEqual(sums);
        expect(adherence.adherencePercent === null).toBe(sums.countedCount === 0);
      }),
    );
  });
});
