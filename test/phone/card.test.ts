import { expect, test } from "@jest/globals";
import type { OperationState, Verdict } from "../../device/outbox/types.ts";
import type { TodayTask } from "../../device/read/types.ts";
import type { AgendaTask } from "../../device/wire/today-types.ts";
import { undo } from "../../phone/today/actions.ts";
import { bulkItems, cardOf, isOpen, offeredAction } from "../../phone/today/card.ts";
import { readInput } from "../../phone/today/forms/read-inputs.ts";
import { readTask } from "../../phone/today/read-task.ts";
import { momentsOf } from "../../phone/texts/moments.ts";
import { de } from "../../phone/texts/de.ts";
import { en } from "../../phone/texts/en.ts";
import { actionSchema, agendaItem, agendaTask } from "./preview/agenda-task.ts";

const NOW = Date.UTC(2026, 10, 27, 12);

function task(changes: Partial<AgendaTask> = {}): TodayTask {
  const accepted = { ...agendaTask("t", changes) };
  return { taskId: "t", accepted, expected: null, waiting: 0, refused: [] };
}

function entry(clientOperationId: string, more: Partial<OperationState> = {}): OperationState {
  return {
    clientOperationId,
    operationType: "quick-log.complete-task",
    objectId: "t",
    localSequence: 1,
    recordedAt: NOW - 60_000,
    status: "QUEUED",
    waitsFor: null,
    retryAt: null,
    retries: 0,
    verdict: null,
    latestRead: null,
    payload: { taskId: "t" },
    ...more,
  };
}

const undoableId = (operations: readonly OperationState[]) =>
  cardOf(task(), operations, NOW).undoable?.clientOperationId ?? null;
const undoOf = (id: string, more: Partial<OperationState> = {}) =>
  entry(`undo-${id}`, {
    operationType: "quick-log.undo",
    payload: { taskId: "t", undoesClientOperationId: id },
    ...more,
  });

test("a card undoes entries newest first, each once, and offers none that was refused or is over a day old", () => {
  const [first, second] = [entry("first"), entry("second")];
  expect(undoableId([first, second])).toBe("second");
  expect(undoableId([first, second, undoOf("second")])).toBe("first");
  expect(undoableId([first, undoOf("first")])).toBeNull();
  expect(undoableId([first, undoOf("first", { status: "REJECTED" })])).toBe("first");
  expect(undoableId([entry("refused", { status: "REJECTED" })])).toBeNull();
  expect(undoableId([entry("old", { recordedAt: NOW - 86_400_000 })])).toBeNull();
  expect(undoableId([entry("other", { payload: { taskId: "u" } })])).toBeNull();
});

test("an undo of a waiting entry depends on it, and an undo of an answered entry names its receipt", () => {
  const { task: read } = cardOf(task(), [], NOW);
  expect(undo(read, entry("waits"))).toEqual({
    operationType: "quick-log.undo",
    payload: { taskId: "t", undoesClientOperationId: "waits" },
    expectedRevision: 4,
    dependsOn: ["waits"],
  });
  const verdict: Verdict = {
    status: "ACCEPTED",
    receiptId: "receipt",
    acceptedRevision: 5,
    code: null,
    category: null,
    message: null,
    allowedResolutions: [],
    judgedOnRevision: null,
  };
  expect(undo(read, entry("done", { status: "ACCEPTED", verdict }))).toEqual({
    operationType: "quick-log.undo",
    payload: { taskId: "t", undoesClientOperationId: "done", undoesReceiptId: "receipt" },
    expectedRevision: 4,
  });
});

test("a card acts on the expected state: a task whose completion waits is no longer open", () => {
  const expected = {
    status: "COMPLETED",
    statusPlane: "WAITING",
    items: [],
    value: null,
    valuePlane: "ACCEPTED",
    sure: true,
  } as const;
  const card = cardOf({ ...task(), expected, waiting: 1 }, [], NOW);
  expect([card.task.status, card.status, isOpen(card)]).toEqual(["PENDING", "COMPLETED", false]);
});

test("ticking all counts open items that are eligible and ask for nothing, and an action with photos is not offered", () => {
  const card = cardOf(
    task({
      items: [
        agendaItem("open"),
        agendaItem("done", { status: "COMPLETED" }),
        agendaItem("alone", { bulkEligible: false }),
        agendaItem("asks", { inputSchema: [{ key: "minutes", type: "number", required: true }] }),
      ],
      actionSchema: actionSchema("t", [
        {
          kind: "COMPLETE_TASK",
          scope: "TASK",
          requiredInputs: [],
          attachments: { purpose: "PROGRESS_PHOTO", least: 1, most: 6 },
        },
      ]),
    }),
    [],
    NOW,
  );
  expect(bulkItems(card).map(({ itemId }) => itemId)).toEqual(["open"]);
  expect(offeredAction(card, "COMPLETE_TASK")).toBeNull();
});

test("a task of another version shows the fields that this version knows, and nothing throws", () => {
  const read = readTask({ snapshot: "text", actionSchema: null, items: [7, { itemId: 3 }] });
  expect([read.title, read.actions, read.metric]).toEqual(["", [], null]);
});

test.each([
  ["1500", 1_500, null],
  ["72,4", 72.4, null],
  ["72.45", 72.45, null],
  ["1,2345", null, "Enter a number."],
  ["1.000,5", null, "Enter a number."],
  ["1e3", null, "Enter a number."],
  ["", null, "Enter a number."],
  ["29", null, "Enter a number from 30 to 2,000 ml."],
  ["2001", null, "Enter a number from 30 to 2,000 ml."],
])("the number %p is read as %p", (written, value, fault) => {
  const input = {
    key: "value",
    type: "number",
    unit: "ml",
    min: 30,
    max: 2_000,
    choices: [],
    required: true,
  } as const;
  const spoken = { texts: en, moments: momentsOf("en") };
  expect(readInput(input, written, spoken)).toEqual({ value, fault });
});

test("dates and times are written as people write them in each language, those of today without the day", () => {
  const berlin = (language: "en" | "de") => momentsOf(language, "Europe/Berlin");
  expect(berlin("en").dayAndTime(NOW, NOW)).toBe("13:00");
  expect(berlin("en").dayAndTime(NOW - 86_400_000, NOW)).toMatch(/^Thu,? 26 Nov, 13:00$/);
  expect(berlin("de").dayAndTime(NOW - 86_400_000, NOW)).toBe("Do., 26. Nov., 13:00");
  expect(berlin("de").localDate("2026-11-27")).toBe("Freitag, 27. November");
  expect(momentsOf("en", "Nowhere/City").number(1_250.5)).toBe("1,250.5");
});

test("the German texts leave no English text in place", () => {
  const same = Object.entries(en).filter(
    ([name, text]) => typeof text === "string" && new Map(Object.entries(de)).get(name) === text,
  );
  expect(same).toEqual([]);
});
