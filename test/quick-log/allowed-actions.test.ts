import { describe, expect, test } from "@jest/globals";
import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import { TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";
import {
  aTaskState,
  intents,
  play,
  taskPlans,
  verdicts,
} from "../factories/quick-log/task-state.ts";

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

/** An action that is not offered is refused with this code in any state of the task. */
const NOT_OFFERED = "ACTION_NOT_OFFERED";

/** The verdict of each task on each action (docs/rooms/quick-log.md#allowed-actions). */
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

describe("a task allows the actions of its type and no others", () => {
  test.each(cases)("$plan: $act -> $verdict", ({ plan, act, verdict }) => {
    const course = play(aTaskState(taskPlans[plan]), [["one", acts[act]]]);
    expect(verdicts(course)).toEqual([verdict]);
  });

  test.each(planNames)("%s: every accepted operation can be undone", (plan) => {
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

describe("a task that is not open", () => {
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

  test("returns its newest revision, and where to fetch it", () => {
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

describe("items", () => {
  test("move their task: in progress, then completed", () => {
    const course = play(aTaskState(), [
      ["one", intents.completeItem("a")],
      ["two", intents.completeItem("b")],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "COMPLETED"]);
    expect(course.state.task.completionSummary).toMatchObject({ completedItemCount: 2 });
    expect(course.state.task.completedAt).not.toBeNull();
  });

  test("are refused if they do not belong to the task, or are closed", () => {
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

  test("are completed by complete-all if pending and eligible; the rest stays unchanged", () => {
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

  test("need a confirmation of complete-all if the task says so", () => {
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

  test("make complete-all refuse values that no item needs", () => {
    const course = play(aTaskState(), [
      ["one", intents.completeAll({ values: { a: { grams: 3 } } })],
    ]);
    expect(verdicts(course)).toEqual(["PAYLOAD_INVALID"]);
  });

  test("are skipped with their task if pending; finished ones stay finished", () => {
    const course = play(aTaskState(), [
      ["one", intents.completeItem("a")],
      ["two", intents.skip()],
    ]);
    expect(verdicts(course)).toEqual(["IN_PROGRESS", "SKIPPED"]);
    expect(course.state.items.map(({ status }) => status)).toEqual(["COMPLETED", "SKIPPED"]);
  });

  test("record whether a tap or a bulk action changed them, with its receipt", () => {
    const course = play(aTaskState(), [["one", intents.completeItem("a")]]);
    expect(course.state.items[0]).toMatchObject({
      completionSource: "EXPLICIT_TAP",
      latestReceiptId: "one",
      revision: 2,
    });
  });
});
