import { describe, expect, test } from "@jest/globals";
import { TASK_ACTIONS } from "../../contract/agenda/task-actions.ts";
import { QUICK_LOG_ACTION_KINDS } from "../../contract/agenda/action-vocabulary.ts";
import { TASK_KINDS } from "../../contract/agenda/kinds/vocabulary.ts";
import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import { contentOf, KIND_NAMES, type KindName } from "../factories/quick-log/every-kind.ts";
import {
  aTaskState,
  intents,
  NOW,
  play,
  recorded,
  type Step,
  verdicts,
} from "../factories/quick-log/task-state.ts";

const acts = {
  COMPLETE_TASK: intents.completeTask,
  COMPLETE_ITEM: intents.completeItem("a"),
  COMPLETE_ALL_ITEMS: intents.completeAll(),
  RECORD_VALUE: intents.water(300),
  SKIP: intents.skip(),
  "SKIP of an item": intents.skip("a"),
  OPEN_STRUCTURED_LOG: intents.start,
  SNOOZE: intents.snooze(10),
} as const satisfies Record<string, QuickLogIntent>;
type ActName = keyof typeof acts;
const ACT_NAMES: readonly ActName[] = [
  "COMPLETE_TASK",
  "COMPLETE_ITEM",
  "COMPLETE_ALL_ITEMS",
  "RECORD_VALUE",
  "SKIP",
  "SKIP of an item",
  "OPEN_STRUCTURED_LOG",
  "SNOOZE",
];

/** The actions of each kind, in the order of the acts: yes, no, or only in its log. */
const WALK: Readonly<Record<KindName, string>> = {
  meal: "no yes yes no yes yes no no",
  supplement: "no yes yes no yes yes no no",
  habit: "yes no no no yes no no yes",
  tickHabit: "no yes yes no yes yes no yes",
  water: "no no no yes yes no no no",
  reminder: "yes no no no yes no no yes",
  tickReminder: "no yes yes no yes yes no no",
  weight: "no no no yes yes no yes no",
  girths: "no no no no yes no yes no",
  photo: "yes no no no yes no no no",
  checkIn: "log no no no yes no yes no",
  easyCheckIn: "yes no no no yes no yes no",
  workout: "log log log no yes no yes no",
};
const CODES: Readonly<Record<string, string>> = {
  no: "ACTION_NOT_OFFERED",
  log: "STRUCTURED_LOG_REQUIRED",
};

const cells = KIND_NAMES.flatMap((name) =>
  ACT_NAMES.map((act, index) => ({ name, act, cell: WALK[name].split(" ")[index] ?? "" })),
);

describe("the table of actions (docs/rooms/quick-log.md#allowed-actions)", () => {
  test("has its actions for every kind of task, and each kind of action for some", () => {
    expect(Object.keys(TASK_ACTIONS).toSorted()).toEqual([...TASK_KINDS].toSorted());
    const kinds = new Set(
      Object.values(TASK_ACTIONS).flatMap((row) => row.map(({ kind }) => kind)),
    );
    expect([...kinds].toSorted()).toEqual([...QUICK_LOG_ACTION_KINDS].toSorted());
  });

  test.each(cells)("$name: $act, $cell", ({ name, act, cell }) => {
    const before = aTaskState(contentOf(name));
    const [outcome = ""] = verdicts(play(before, [stepOf(name, act)]));
    const code = CODES[cell];
    if (code !== undefined) return expect(outcome).toBe(code);
    expect(outcome).toMatch(/^(?:PENDING|IN_PROGRESS|COMPLETED|SKIPPED)$/u);
    const undone = play(before, [stepOf(name, act), ["two", intents.undo("one")]]);
    expect(undone.state).toMatchObject({
      task: { status: "PENDING", snoozedUntil: null, snoozeCount: 0 },
      items: before.items.map(({ id }) => ({ id, status: "PENDING", inputValues: null })),
    });
  });

  test.each(KIND_NAMES)("%s: the action schema offers exactly what the gate accepts", (name) => {
    const { actions } = aTaskState(contentOf(name)).task.actionSchema;
    const served = new Set(
      actions.map(({ kind, scope }) =>
        kind === "SKIP" && scope === "ITEM" ? "SKIP of an item" : kind,
      ),
    );
    const accepted = ACT_NAMES.filter((_act, index) => WALK[name].split(" ")[index] === "yes");
    expect(served).toEqual(new Set([...accepted, "UNDO"]));
  });
});

describe("the payload of an action", () => {
  const take = (
    name: KindName,
    intent: QuickLogIntent,
    purposes: readonly ("MEAL_PHOTO" | "PROGRESS_PHOTO")[],
  ) => {
    const attachments = purposes.map((purpose) => ({ purpose }));
    return verdicts(play(aTaskState(contentOf(name)), [["one", intent, { attachments }]]))[0];
  };
  const six = Array.from({ length: 6 }, () => "PROGRESS_PHOTO" as const);

  test.each([
    ["no photo of a photo task", "photo", [], "INPUT_REQUIRED"],
    ["six photos", "photo", six, "COMPLETED"],
    ["a seventh", "photo", [...six, "PROGRESS_PHOTO"], "ATTACHMENT_NOT_ALLOWED"],
    ["a photo of another purpose", "photo", ["MEAL_PHOTO"], "ATTACHMENT_NOT_ALLOWED"],
    ["one of each", "photo", ["PROGRESS_PHOTO", "MEAL_PHOTO"], "ATTACHMENT_NOT_ALLOWED"],
    ["a photo of a habit", "habit", ["PROGRESS_PHOTO"], "ATTACHMENT_NOT_ALLOWED"],
    ["a photo of an easy check-in", "easyCheckIn", ["PROGRESS_PHOTO"], "ATTACHMENT_NOT_ALLOWED"],
  ] as const)("%s", (_title, name, purposes, verdict) => {
    expect(take(name, intents.completeTask, purposes)).toBe(verdict);
  });

  test.each([
    ["three photos of a meal", "meal", 3, "IN_PROGRESS"],
    ["a fourth", "meal", 4, "ATTACHMENT_NOT_ALLOWED"],
    ["a meal's photo of a supplement", "supplement", 1, "ATTACHMENT_NOT_ALLOWED"],
  ] as const)("%s", (_title, name, count, verdict) => {
    const purposes = Array.from({ length: count }, () => "MEAL_PHOTO" as const);
    expect(take(name, intents.completeItem("a"), purposes)).toBe(verdict);
  });
});

describe("a check-in without required answers", () => {
  const window = {
    startsAt: new Date(NOW.getTime() - 60_000),
    dueAt: new Date(NOW.getTime() + 60_000),
  };
  const at = (milliseconds: number) => {
    const recordedAt = new Date(NOW.getTime() + milliseconds);
    const state = aTaskState(contentOf("easyCheckIn"), window);
    return verdicts(play(state, [["one", intents.completeTask, { recordedAt }]]))[0];
  };

  test("is completed by a tap within its window, by the time of the tap, and not outside", () => {
    expect([at(-60_001), at(-60_000), at(60_000), at(60_001)]).toEqual([
      "DUE_WINDOW_CLOSED",
      "COMPLETED",
      "COMPLETED",
      "DUE_WINDOW_CLOSED",
    ]);
  });

  test("is not completed by a tap if its questions are unknown", () => {
    const content = contentOf("checkIn");
    if (content.kind !== "CHECK_IN") throw new Error("It is not a check-in");
    const { requiresAnswers: _unknown, ...form } = content.form;
    const state = aTaskState({ ...content, form });
    expect(verdicts(play(state, [["one", intents.completeTask]]))).toEqual([
      "STRUCTURED_LOG_REQUIRED",
    ]);
  });
});

/** An act on a task of each kind, with the payload it needs. */
function stepOf(name: KindName, act: ActName): Step {
  const photos = name === "photo" && act === "COMPLETE_TASK" ? 2 : 0;
  const attachments = Array.from({ length: photos }, () => ({
    purpose: "PROGRESS_PHOTO" as const,
  }));
  const isWeight = name === "weight" && act === "RECORD_VALUE";
  return ["one", isWeight ? recorded("WEIGHT", "kg", 80) : acts[act], { attachments }];
}
