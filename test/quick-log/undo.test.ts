import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import type { TaskState } from "../../rules/quick-log/types.ts";
import { undoUntil } from "../../rules/quick-log/actions/undo.ts";
import { contentOf } from "../factories/quick-log/every-kind.ts";
import {
  aTaskState,
  intents,
  NOW,
  OWN_LINEAGE,
  play,
  recorded,
  taskPlans,
  verdicts,
} from "../factories/quick-log/task-state.ts";

const HOURS_24 = 24 * 3_600_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);

describe("a skip of a task with items", () => {
  const items = ({ state }: ReturnType<typeof play>) => state.items.map(({ status }) => status);
  const tickAndSkip = [
    ["tick", intents.completeItem("a")],
    ["skip", intents.skip()],
  ] as const;

  test("makes the task SKIPPED although one item was ticked before", () => {
    const course = play(aTaskState(taskPlans.meal), tickAndSkip);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "SKIPPED"]);
    expect(items(course)).toEqual(["COMPLETED", "SKIPPED"]);
  });

  test("of single items leaves the task COMPLETED once the rest is done", () => {
    const course = play(aTaskState(taskPlans.meal), [
      ["skip", intents.skip("b")],
      ["tick", intents.completeItem("a")],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "COMPLETED"]);
  });

  test("is undone as a whole: the task continues with its ticked items", () => {
    const course = play(aTaskState(taskPlans.meal), [
      ...tickAndSkip,
      ["undo", intents.undo("skip")],
      ["rest", intents.completeItem("b")],
    ]);
    expect(verdicts(course).slice(2)).toEqual(["IN_PROGRESS", "COMPLETED"]);
    expect(course.state.items.map(({ skipReason }) => skipReason)).toEqual([null, null]);
  });

  test("ends when a tick from before it is undone", () => {
    const course = play(aTaskState(taskPlans.meal), [
      ...tickAndSkip,
      ["undo", intents.undo("tick")],
      ["again", intents.completeItem("a")],
    ]);
    expect(verdicts(course).slice(2)).toEqual(["IN_PROGRESS", "COMPLETED"]);
    expect(items(course)).toEqual(["COMPLETED", "SKIPPED"]);
  });

  test("that came late is undone to a missed task", () => {
    const open = play(aTaskState(taskPlans.meal), [["tick", intents.completeItem("a")]]);
    const task = { ...open.state.task, status: "MISSED" as const };
    const closed = { ...open.state, task, dayClosedAt: later(HOURS_24) };
    const course = play(closed, [
      ["skip", intents.skip()],
      ["undo", intents.undo("skip")],
    ]);
    expect(verdicts(course)).toEqual(["SKIPPED", "MISSED"]);
  });
});

describe("the undo window", () => {
  test.each([
    ["is open at once", 0, "PENDING"],
    ["is open at 24 hours", HOURS_24, "PENDING"],
    ["is closed a millisecond after 24 hours", HOURS_24 + 1, "UNDO_WINDOW_CLOSED"],
  ])("%s", (_name, ms, verdict) => {
    const course = play(aTaskState(taskPlans.habit), [
      ["one", intents.completeTask],
      ["two", intents.undo("one"), { now: later(ms) }],
    ]);
    expect(verdicts(course)).toEqual(["COMPLETED", verdict]);
    expect(undoUntil(NOW)).toEqual(later(HOURS_24));
  });

  test("ends when the coach reviews the day", () => {
    const done = play(aTaskState(taskPlans.habit), [["one", intents.completeTask]]);
    const reviewed = { ...done.state, dayReviewedAt: later(1) };
    const course = play(reviewed, [["two", intents.undo("one"), { now: later(2) }]], done.past);
    expect(verdicts(course)).toEqual(["UNDO_WINDOW_CLOSED"]);
  });

  test("of an operation accepted after a review is 24 hours, whatever was reviewed before", () => {
    const reviewed = { ...aTaskState(taskPlans.habit), dayReviewedAt: later(1) };
    const course = play(reviewed, [
      ["one", intents.completeTask, { now: later(2) }],
      ["two", intents.undo("one"), { now: later(2 + HOURS_24) }],
      ["three", intents.completeTask, { now: later(2 + HOURS_24) }],
    ]);
    expect(verdicts(course)).toEqual(["COMPLETED", "PENDING", "COMPLETED"]);
    const seen = { ...course.state, dayReviewedAt: later(2 + HOURS_24) };
    const after = play(
      seen,
      [["four", intents.undo("three"), { now: later(3 + HOURS_24) }]],
      course.past,
    );
    expect(verdicts(after)).toEqual(["UNDO_WINDOW_CLOSED"]);
  });

  test("counts from acceptance, not from when the device recorded it", () => {
    const early = later(-10 * HOURS_24);
    const course = play(aTaskState(taskPlans.water), [
      ["one", intents.water(300, early)],
      ["two", intents.undo("one"), { now: later(HOURS_24) }],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "PENDING"]);
  });
});

describe("an undo", () => {
  test("always creates a compensating operation: a new revision, the former one unchanged", () => {
    const course = play(aTaskState(taskPlans.steps), [
      ["one", intents.steps(4_000)],
      ["two", intents.steps(6_000)],
      ["three", intents.undo("two")],
    ]);
    expect(course.state.task.revision).toBe(4);
    expect(course.state.values).toMatchObject([
      { id: "one", value: 4_000, supersedesId: null },
      { id: "two", value: 6_000, supersedesId: "one" },
      { id: "three", value: 4_000, supersedesId: "two" },
    ]);
    expect(course.state.task.completionSummary.value?.current).toBe(4_000);
  });

  test.each([
    ["an unknown operation", intents.undo("nothing"), "UNDO_TARGET_UNKNOWN"],
    ["an undo", intents.undo("undone"), "UNDO_TARGET_UNKNOWN"],
    ["an operation that was undone already", intents.undo("one"), "ALREADY_UNDONE"],
  ])("of %s -> %s", (_name, intent, verdict) => {
    const course = play(aTaskState(taskPlans.habit), [
      ["one", intents.completeTask],
      ["undone", intents.undo("one")],
      ["three", intents.completeTask],
      ["four", intent],
    ]);
    expect(verdicts(course).at(-1)).toBe(verdict);
  });

  test("of an operation on another task finds nothing", () => {
    const other = play(aTaskState(taskPlans.habit), [["one", intents.completeTask]]);
    const state = aTaskState(taskPlans.habit, { id: "another" });
    expect(verdicts(play(state, [["two", intents.undo("one")]], other.past))).toEqual([
      "UNDO_TARGET_UNKNOWN",
    ]);
  });

  test("of a value that was replaced since is superseded", () => {
    const course = play(aTaskState(taskPlans.steps), [
      ["one", intents.steps(4_000)],
      ["two", intents.steps(6_000)],
      ["three", intents.undo("one")],
    ]);
    expect(verdicts(course).at(-1)).toBe("UNDO_SUPERSEDED");
  });

  test("of a value whose correction was undone removes that value", () => {
    const course = play(aTaskState(taskPlans.steps), [
      ["one", intents.steps(4_000)],
      ["two", intents.steps(6_000)],
      ["three", intents.undo("two")],
      ["four", intents.steps(7_000)],
      ["five", intents.undo("four")],
      ["six", intents.undo("one")],
    ]);
    expect(verdicts(course).at(-1)).toBe("PENDING");
    expect(course.state.values.slice(2)).toMatchObject([
      { id: "three", value: 4_000, supersedesId: "two", restatesId: "one" },
      { id: "four", value: 7_000, supersedesId: "three", restatesId: null },
      { id: "five", value: 4_000, supersedesId: "four", restatesId: "one" },
      { id: "six", value: null, supersedesId: "five", restatesId: null },
    ]);
    expect(course.state.task.completionSummary.value).toBeNull();
  });

  test("of a completion that was undone and made again in another way is superseded", () => {
    const course = play(aTaskState(taskPlans.habit), [
      ["one", intents.skip()],
      ["two", intents.undo("one")],
      ["three", intents.completeTask],
    ]);
    const asIfCounted = new Map(course.past);
    const one = asIfCounted.get("one");
    if (one !== undefined) asIfCounted.set("one", { ...one, undone: false });
    const after = play(course.state, [["four", intents.undo("one")]], asIfCounted);
    expect(verdicts(after)).toEqual(["UNDO_SUPERSEDED"]);
  });

  test("reverses exactly its operation: a later skip stays", () => {
    const course = play(aTaskState(taskPlans.water), [
      ["one", intents.water(300)],
      ["two", intents.skip()],
      ["three", intents.undo("one")],
      ["four", intents.undo("two")],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "SKIPPED", "SKIPPED", "PENDING"]);
    expect(course.state.task.completionSummary.value).toBeNull();
  });

  test("of one item leaves the others unchanged", () => {
    const course = play(aTaskState(), [
      ["one", intents.completeItem("a")],
      ["two", intents.completeItem("b")],
      ["three", intents.undo("one")],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "COMPLETED", "IN_PROGRESS"]);
    expect(course.state.items).toMatchObject([
      { status: "PENDING", completionSource: null, completedAt: null, latestReceiptId: "three" },
      { status: "COMPLETED", latestReceiptId: "two" },
    ]);
    expect(course.state.task.completedAt).toBeNull();
  });

  test("after another device changed the task is stale, like every action", () => {
    const course = play(aTaskState(), [
      ["one", intents.completeItem("a")],
      ["two", intents.completeItem("b"), { lineageId: "lineage-other" }],
      ["three", intents.undo("one"), { expectedRevision: 2, lineageId: OWN_LINEAGE }],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "COMPLETED", "STALE_REVISION"]);
  });
});

describe("undoing everything, in any order", () => {
  const actions: readonly QuickLogIntent[] = [
    intents.completeTask,
    intents.completeItem("a"),
    intents.completeItem("b"),
    intents.completeAll(),
    intents.skip(),
    intents.skip("b"),
    intents.water(100, later(1)),
    intents.water(200, later(2)),
    intents.water(300, later(3)),
  ];

  test.each(["habit", "meal", "water"] as const)("%s: returns to the initial state", (plan) => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...actions), { maxLength: 8 }),
        fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
        (done, order) => {
          const before = aTaskState(taskPlans[plan]);
          let course = play(
            before,
            done.map((intent, index) => [`${index}`, intent]),
          );
          const counted = () => [...course.past.values()].filter(isCounted);
          for (const [index, pick] of order.entries()) {
            const target = counted()[pick % counted().length];
            if (target === undefined) break;
            const step = [`undo-${index}`, intents.undo(target.receiptId)] as const;
            course = play(course.state, [step], course.past);
            expect(verdicts(course)).not.toContain("UNDO_SUPERSEDED");
          }
          expect(counted()).toEqual([]);
          expect(course.state.task.status).toBe("PENDING");
          expect(course.state.task.completionSummary).toEqual(before.task.completionSummary);
          expect(course.state.items.map(({ status }) => status)).toEqual(
            before.items.map(({ status }) => status),
          );
        },
      ),
    );
  });

  test.each(["habit", "meal", "water", "steps", "weight", "girths", "reminder"] as const)(
    "%s: each undo is the inverse of its operation",
    (name) => {
      const plans = { ...taskPlans, ...measured };
      const more = [
        intents.start,
        intents.steps(4_000),
        intents.steps(6_000),
        recorded("WEIGHT", "kg", 80),
        intents.snooze(60),
        intents.snooze(30),
      ];
      // Due before the first snooze ends, so that both end at the same instant.
      const before = aTaskState(plans[name], { dueAt: later(20 * 60_000) });
      const moves = fc.oneof(fc.constantFrom(...actions, ...more), fc.constant("undo" as const));
      fc.assert(
        fc.property(fc.array(moves, { maxLength: 16 }), (done) => {
          let course = play(before, []);
          const left: [name: string, state: TaskState][] = [];
          for (const [index, move] of done.entries()) {
            const last = move === "undo" ? left.pop() : undefined;
            if (move === "undo" && last === undefined) continue;
            const intent = move === "undo" ? intents.undo(last?.[0] ?? "") : move;
            const { state, outcomes, past } = play(
              course.state,
              [[`${index}`, intent]],
              course.past,
            );
            const isRefused = outcomes.some((outcome) => "code" in outcome);
            if (move !== "undo" && !isRefused) left.push([`${index}`, course.state]);
            if (last !== undefined)
              expect([isRefused, shown(state)]).toEqual([false, shown(last[1])]);
            course = { state, past, outcomes };
          }
        }),
      );
    },
  );

  test("steps: corrections from the last to the first return through every value", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constant("undo")), {
          maxLength: 20,
        }),
        (moves) => {
          let course = play(aTaskState(taskPlans.steps), []);
          const counted: [name: string, value: number][] = [];
          for (const [index, move] of moves.entries()) {
            const undone = move === "undo" ? counted.pop() : undefined;
            if (move === "undo" && undone === undefined) continue;
            if (typeof move === "number") counted.push([`${index}`, move]);
            const intent =
              typeof move === "number" ? intents.steps(move) : intents.undo(undone?.[0] ?? "");
            course = play(course.state, [[`${index}`, intent]], course.past);
            expect(verdicts(course)).not.toContain("UNDO_SUPERSEDED");
            const current = course.state.task.completionSummary.value?.current;
            expect(current).toBe(counted.at(-1)?.[1]);
          }
        },
      ),
    );
  });

  const shown = ({ task, items, starts }: TaskState) => ({
    status: task.status,
    value: task.completionSummary,
    snoozed: [task.snoozedUntil, task.snoozeCount],
    items: items.map(({ status, inputValues }) => [status, inputValues]),
    starts,
  });
  const measured = {
    weight: contentOf("weight"),
    girths: contentOf("girths"),
    reminder: contentOf("reminder"),
  };

  const isCounted = ({ undone, actionKind }: { undone: boolean; actionKind: string }) =>
    !undone && actionKind !== "UNDO";
});
