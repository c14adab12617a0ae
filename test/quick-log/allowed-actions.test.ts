import { describe, expect, test } from "@jest/globals";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import { TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";
import { aTaskState, intents, play, taskPlans, verdicts } from "../factories/task-state.ts";

type PlanName = keyof typeof taskPlans;

const acts = {
  completeTask: intents.completeTask,
  completeItem: intents.completeItem("a"),
  completeAll: intents.completeAll(),
  water: intents.water(300),
  steps: intents.steps(4_000),
  skipTask: intents.skip(),
  skipItem: intents.skip("a"),
} satisfies Record<string, QuickLogIntent>;
type ActName = keyof typeof acts;

/** What is not offered is refused so whatever became of the task. */
const NOT_OFFERED = "ACTION_NOT_OFFERED";

/** What each task answers to each action (docs/rules.md#quick-log-allowed-actions). */
const ALLOWED: Record<PlanName, Record<ActName, string>> = {
  habit: {
    completeTask: "COMPLETED",
    completeItem: "ACTION_NOT_OFFERED",
    completeAll: "ACTION_NOT_OFFERED",
    water: "ACTION_NOT_OFFERED",
    steps: "ACTION_NOT_OFFERED",
    skipTask: "SKIPPED",
    skipItem: "ACTION_NOT_OFFERED",
  },
  supplement: {
    completeTask: "ACTION_NOT_OFFERED",
    completeItem: "IN_PROGRESS",
    completeAll: "IN_PROGRESS",
    water: "ACTION_NOT_OFFERED",
    steps: "ACTION_NOT_OFFERED",
    skipTask: "SKIPPED",
    skipItem: "IN_PROGRESS",
  },
  meal: {
    completeTask: "ACTION_NOT_OFFERED",
    completeItem: "IN_PROGRESS",
    completeAll: "IN_PROGRESS",
    water: "ACTION_NOT_OFFERED",
    steps: "ACTION_NOT_OFFERED",
    skipTask: "SKIPPED",
    skipItem: "IN_PROGRESS",
  },
  water: {
    completeTask: "ACTION_NOT_OFFERED",
    completeItem: "ACTION_NOT_OFFERED",
    completeAll: "ACTION_NOT_OFFERED",
    water: "IN_PROGRESS",
    steps: "METRIC_MISMATCH",
    skipTask: "SKIPPED",
    skipItem: "ACTION_NOT_OFFERED",
  },
  steps: {
    completeTask: "ACTION_NOT_OFFERED",
    completeItem: "ACTION_NOT_OFFERED",
    completeAll: "ACTION_NOT_OFFERED",
    water: "METRIC_MISMATCH",
    steps: "IN_PROGRESS",
    skipTask: "SKIPPED",
    skipItem: "ACTION_NOT_OFFERED",
  },
};

const planNames: readonly PlanName[] = ["habit", "supplement", "meal", "water", "steps"];
const actNames: readonly ActName[] = [
  "completeTask",
  "completeItem",
  "completeAll",
  "water",
  "steps",
  "skipTask",
  "skipItem",
];
const cases = planNames.flatMap((plan) =>
  actNames.map((act) => ({ plan, act, verdict: ALLOWED[plan][act] })),
);

describe("A task allows the actions of its type and no other", () => {
  test.each(cases)("$plan: $act -> $verdict", ({ plan, act, verdict }) => {
    const course = play(aTaskState(taskPlans[plan]), [["one", acts[act]]]);
    expect(verdicts(course)).toEqual([verdict]);
  });

  test.each(planNames)("%s: whatever was accepted can be undone", (plan) => {
    for (const act of actNames) {
      const before = aTaskState(taskPlans[plan]);
      const course = play(before, [
        ["one", acts[act]],
        ["two", intents.undo("one")],
      ]);
      const [first = "", second] = verdicts(course);
      const accepted = TASK_STATUSES.some((status) => status === first);
      expect([act, second]).toEqual([act, accepted ? "PENDING" : "UNDO_TARGET_UNKNOWN"]);
      expect(course.state.items.map(({ status }) => status)).toEqual(
        before.items.map(({ status }) => status),
      );
    }
  });
});

describe("A task that is not open", () => {
  test.each([
    ["COMPLETED", "TASK_CLOSED"],
    ["SKIPPED", "TASK_CLOSED"],
    ["MISSED", "TASK_CLOSED"],
    ["CANCELED", "TASK_CANCELED"],
    ["SUPERSEDED", "TASK_SUPERSEDED"],
  ] as const)("%s refuses every action: %s", (status, code) => {
    for (const plan of planNames) {
      const state = aTaskState(taskPlans[plan], { status });
      for (const act of actNames) {
        if (ALLOWED[plan][act] === NOT_OFFERED) continue;
        expect(verdicts(play(state, [["one", acts[act]]]))).toEqual([code]);
      }
    }
  });

  test("names its newest revision and where to fetch it again", () => {
    const state = aTaskState(taskPlans.habit, { status: "MISSED", revision: 4 });
    const { outcomes } = play(state, [["one", intents.completeTask]]);
    expect(outcomes[0]).toMatchObject({
      latestRevision: 4,
      refetch: [
        {
          entityType: "agenda_task",
          entityId: "task",
          path: "/api/v1/client/today?date=2026-01-05",
          reason: "CLOSED",
        },
      ],
    });
  });
});

describe("Items", () => {
  test("the task follows its items: in progress, then completed", () => {
    const course = play(aTaskState(), [
      ["one", intents.completeItem("a")],
      ["two", intents.completeItem("b")],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "COMPLETED"]);
    expect(course.state.task.completionSummary).toMatchObject({ completedItemCount: 2 });
    expect(course.state.task.completedAt).not.toBeNull();
  });

  test("an item that does not belong to the task, and one that is closed", () => {
    const course = play(aTaskState(), [
      ["one", intents.completeItem("c")],
      ["two", intents.completeItem("a")],
      ["three", intents.completeItem("a")],
      ["four", intents.skip("a")],
      ["five", intents.skip("c")],
    ]);
    expect(verdicts(course)).toEqual([
      "ITEM_UNKNOWN",
      "IN_PROGRESS",
      "ITEM_CLOSED",
      "ITEM_CLOSED",
      "ITEM_UNKNOWN",
    ]);
  });

  test("complete-all takes what is pending and eligible, and leaves the rest as it is", () => {
    const course = play(aTaskState(), [
      ["one", intents.completeAll()],
      ["two", intents.completeAll()],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "NOTHING_TO_COMPLETE"]);
    expect(course.state.items).toMatchObject([
      { id: "a", status: "COMPLETED", completionSource: "BULK_ACTION" },
      { id: "b", status: "PENDING", completionSource: null },
    ]);
  });

  test("complete-all asks to be confirmed where the task says so", () => {
    const state = aTaskState();
    const { actionSchema } = state.task;
    const actions = actionSchema.actions.map((action) =>
      action.kind === "COMPLETE_ALL_ITEMS" ? { ...action, requiresConfirmation: true } : action,
    );
    const asking = {
      ...state,
      task: { ...state.task, actionSchema: { ...actionSchema, actions } },
    };
    const course = play(asking, [
      ["one", intents.completeAll({ confirmed: false })],
      ["two", intents.completeAll({ confirmed: true })],
    ]);
    expect(verdicts(course)).toEqual(["CONFIRMATION_REQUIRED", "IN_PROGRESS"]);
  });

  test("complete-all takes no values that nobody asked for", () => {
    const course = play(aTaskState(), [
      ["one", intents.completeAll({ values: { a: { grams: 3 } } })],
    ]);
    expect(verdicts(course)).toEqual(["PAYLOAD_INVALID"]);
  });

  test("skipping the task skips what is pending; what was done stays done", () => {
    const course = play(aTaskState(), [
      ["one", intents.completeItem("a")],
      ["two", intents.skip()],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "SKIPPED"]);
    expect(course.state.items.map(({ status }) => status)).toEqual(["COMPLETED", "SKIPPED"]);
  });

  test("an explicit tap and a bulk action are told apart, with the receipt that did it", () => {
    const course = play(aTaskState(), [["one", intents.completeItem("a")]]);
    expect(course.state.items[0]).toMatchObject({
      completionSource: "EXPLICIT_TAP",
      latestReceiptId: "one",
      revision: 2,
    });
  });
});
