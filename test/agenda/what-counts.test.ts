import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";
import { SKIP_REASONS, UNCOUNTED_SKIP_REASONS } from "../../contract/quick-log/vocabulary.ts";
import { summariseDay, type SummedTask } from "../../rules/agenda/summarise-day.ts";
import { adherenceMetadata, adherenceOf } from "../../rules/agenda/what-counts.ts";
import { aCountable, anEntry, progress } from "../factories/countable.ts";

const nothing = { counts: false, score: 0 };
const counted = (score: number) => ({ counts: true, score });

describe("What counts of a task", () => {
  test.each<[string, Partial<SummedTask>, ReturnType<typeof adherenceOf>]>([
    ["completed", { status: "COMPLETED" }, counted(1)],
    ["pending", {}, counted(0)],
    [
      "begun, without an entry",
      { status: "IN_PROGRESS", completionSummary: progress(2, 1) },
      counted(0),
    ],
    ["missed", { status: "MISSED" }, counted(0)],
    ["missed in part", { status: "MISSED", completionSummary: progress(3, 1, 1) }, counted(0.333)],
    [
      "a metric with an entry",
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
  ])("%s", (_name, change, adherence) => {
    expect(adherenceOf(aCountable(change))).toEqual(adherence);
  });

  test.each(SKIP_REASONS.map((reason) => [reason]))("skipped for %s", (skipReason) => {
    const uncounted: readonly string[] = UNCOUNTED_SKIP_REASONS;
    const skipped = adherenceOf(aCountable({ status: "SKIPPED", skipReason }));
    if (uncounted.includes(skipReason)) expect(skipped).toEqual(nothing);
    else expect(skipped).toEqual(counted(skipReason === "ALREADY_DONE_OUTSIDE_APP" ? 1 : 0));
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
    ["skipped", { status: "SKIPPED", skipReason: "BUSY" }, counted(0)],
  ])("of a day that was opened too late: %s", (_name, change, adherence) => {
    expect(adherenceOf(aCountable({ ...change, notOffered: true }))).toEqual(adherence);
  });

  test("a metric tells its share of the target beside", () => {
    const metric = {
      metricKind: "WATER",
      unit: "ml",
      min: 1,
      max: 5_000,
      mode: "ACCUMULATE",
    } as const;
    const task = aCountable({ completionSummary: progress(0, 0, 0, anEntry) });
    const told = (target: number | null) =>
      adherenceMetadata({ ...task, snapshot: { metric: { ...metric, target } } });
    expect(told(2_000)).toEqual({ counts: true, score: 1, targetShare: 0.15 });
    expect(told(null).targetShare).toBeNull();
    expect(
      adherenceMetadata({ ...aCountable(), snapshot: { metric: null } }).targetShare,
    ).toBeNull();
  });
});

const anyTask: fc.Arbitrary<SummedTask> = fc
  .record({
    status: fc.constantFrom(...TASK_STATUSES),
    revision: fc.integer({ min: 1, max: 9 }),
    skipReason: fc.option(fc.constantFrom(...SKIP_REASONS), { nil: null }),
    notOffered: fc.boolean(),
    items: fc.array(fc.constantFrom("PENDING", "COMPLETED", "SKIPPED"), { maxLength: 7 }),
    value: fc.option(fc.constant(anEntry), { nil: null }),
  })
  .map(({ items, value, ...task }) => {
    const count = (status: string) => items.filter((item) => item === status).length;
    const summary = progress(items.length, count("COMPLETED"), count("SKIPPED"), value);
    return { ...task, completionSummary: summary };
  });

test("of a task with a value neither the value nor its items are asked for", () => {
  fc.assert(
    fc.property(anyTask, anyTask, fc.integer({ min: 0 }), (task, other, current) => {
      const value = { ...anEntry, current };
      const alike = { ...task, completionSummary: { ...other.completionSummary, value } };
      const summary = { ...task.completionSummary, value: anEntry };
      expect(adherenceOf(alike)).toEqual(adherenceOf({ ...task, completionSummary: summary }));
    }),
  );
});

describe("The sums of a day", () => {
  test("are the same in whatever order its tasks are read", () => {
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

  test("never exceed what counts, and what does not count adds nothing", () => {
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
