import { describe, expect, test } from "@jest/globals";
import { applyActs, expectedRow } from "../../device/coach/acts/expected-row.ts";
import { plannedAct } from "../../device/coach/acts/planned-act.ts";
import type { PendingAct } from "../../device/coach/acts/pending-acts.ts";
import { type PlannedAct, predictAct } from "../../device/coach/acts/predict-act.ts";
import { predictedRow } from "../../device/coach/acts/predicted-row.ts";
import type { CoachTaskItem } from "../../device/wire/inbox-types.ts";
import { taskOf } from "../factories/device/coach-world.ts";
import { readInboxTable } from "../factories/inbox/model/table.ts";

const NOW = new Date("2026-01-05T12:00:00.000Z");
const LATER = "2026-01-05T14:00:00.000Z";
const OVER = "2026-01-05T11:00:00.000Z";
const CONTEXT = { actedAt: NOW, coachTimezone: "Europe/Zurich", findRow: () => null };

/** A row in each state of the table in docs/inbox-states.md. */
const STATES: Readonly<Record<string, Partial<CoachTaskItem>>> = {
  OPEN: {},
  IN_PROGRESS: { status: "IN_PROGRESS" },
  SNOOZED: { status: "SNOOZED", snoozedUntil: LATER },
  "snooze over": { status: "SNOOZED", snoozedUntil: OVER },
  RESOLVED: { status: "RESOLVED" },
  DISMISSED: { status: "DISMISSED" },
  ARCHIVED: { status: "ARCHIVED" },
};

/** The acts of the table that the coach's app can queue, and changes of their row. */
const ACTS: Readonly<Record<string, readonly [act: PlannedAct, changes?: Partial<CoachTaskItem>]>> =
  {
    start: [{ act: "START" }],
    resolve: [{ act: "RESOLVE", resolutionType: "NOT_RELEVANT" }],
    "review the source": [
      { act: "REVIEW" },
      { closes: { code: "PROFILE_REVIEWED", sentence: "" } },
    ],
    dismiss: [{ act: "DISMISS", dismissReason: "NOT_RELEVANT" }],
    snooze: [{ act: "SNOOZE", snoozePreset: "ONE_HOUR" }],
    "snooze, of HIGH": [{ act: "SNOOZE", snoozePreset: "ONE_HOUR" }, { severity: "HIGH" }],
    unsnooze: [{ act: "UNSNOOZE" }],
    pin: [{ act: "PIN" }],
    unpin: [{ act: "UNPIN" }],
    "undo, after ten minutes": [{ act: "UNDO" }],
  };

const predict = (changes: Partial<CoachTaskItem>, act: PlannedAct, context = {}) => {
  const row = predictedRow(taskOf("row", 1, changes));
  if (row === null) throw new Error("The rules do not know this row");
  return predictAct(row, act, { ...CONTEXT, ...context });
};

const cells = readInboxTable().flatMap((line) =>
  Object.entries(STATES).flatMap(([state, changes]) => {
    const known = ACTS[line["event"] ?? ""];
    if (known === undefined) return [];
    const [act, more = {}] = known;
    return [
      {
        event: line["event"] ?? "",
        state,
        act,
        changes: { ...changes, ...more },
        cell: line[state] ?? "",
      },
    ];
  }),
);

test("The table of the inbox has a cell for each act of the coach's app and each state", () => {
  expect(cells).toHaveLength(Object.keys(ACTS).length * Object.keys(STATES).length);
});

test.each(cells)(
  "The device predicts of '$event' on $state what the server's table says: $cell",
  ({ act, changes, cell }) => {
    const [outcome = ""] = cell.split(" ");
    const prediction = predict(changes, act);
    if (outcome in STATES)
      expect(prediction).toMatchObject({ kind: "LIKELY", row: { status: outcome } });
    else expect(prediction).toEqual({ kind: "REFUSED", code: outcome });
  },
);

describe("A prediction is unsure", () => {
  test.each<[string, PlannedAct, Partial<CoachTaskItem>]>([
    [
      "of any act while the client is paused",
      { act: "START" },
      { client: { ...taskOf("").client, status: "PAUSED" } },
    ],
    ["of a snooze until the next check-in", { act: "SNOOZE", snoozePreset: "NEXT_CHECK_IN" }, {}],
    [
      "of a duplicate that this device does not have",
      { act: "DISMISS", dismissReason: "DUPLICATE", duplicateOf: "other" },
      {},
    ],
    [
      "of a review of some forms",
      { act: "REVIEW", submissionIds: ["one"] },
      { closes: { code: "SUBMISSION_REVIEWED", sentence: "" } },
    ],
    [
      "of an undo of the coach's own decision",
      { act: "UNDO" },
      { status: "RESOLVED", undoUntil: LATER },
    ],
  ])("%s", (_name, act, changes) => {
    expect(predict(changes, act)).toEqual({ kind: "UNSURE" });
  });

  test("of a morning in an unknown zone", () => {
    const act = { act: "SNOOZE", snoozePreset: "TOMORROW_MORNING" } as const;
    expect(predict({}, act, { coachTimezone: null })).toEqual({ kind: "UNSURE" });
    expect(predict({}, act)).toMatchObject({
      row: { snoozedUntil: new Date("2026-01-06T07:00:00.000Z") },
    });
  });
});

interface Refusal {
  readonly refused: string;
  readonly act: PlannedAct;
  readonly changes?: Partial<CoachTaskItem>;
  readonly code: string;
}

test.each<Refusal>([
  {
    refused: "a resolution that the type does not allow",
    act: { act: "RESOLVE", resolutionType: "PLAN_UPDATED" },
    code: "RESOLUTION_NOT_ALLOWED",
  },
  {
    refused: "a resolution outside the app without a note",
    act: { act: "RESOLVE", resolutionType: "HANDLED_OUTSIDE_APP" },
    code: "NOTE_REQUIRED",
  },
  {
    refused: "a dismissal of something severe until it repeats",
    act: { act: "DISMISS", dismissReason: "NOT_RELEVANT", untilOccurrences: 3 },
    changes: { severity: "HIGH" },
    code: "RESOLUTION_NOT_ALLOWED",
  },
  {
    refused: "a review of what has none",
    act: { act: "REVIEW" },
    code: "RESOLUTION_NOT_ALLOWED",
  },
  {
    refused: "a review of a source that the coach may not open",
    act: { act: "REVIEW" },
    changes: { mayOpen: false, closes: { code: "PROFILE_REVIEWED", sentence: "" } },
    code: "SOURCE_FORBIDDEN",
  },
])("The device expects the refusal of $refused", ({ act, changes = {}, code }) => {
  expect(predict(changes, act)).toEqual({ kind: "REFUSED", code });
});

test("A row with a value of a later version is never decided, and waiting acts leave it unsure", () => {
  const item = taskOf("row", 1, { severity: "CRITICAL" });
  const applied = applyActs(item, [pending("inbox.start")], CONTEXT);

  expect(predictedRow(item)).toBeNull();
  expect(expectedRow(item, applied)).toEqual({
    status: "OPEN",
    snoozedUntil: null,
    isPinned: false,
    sure: false,
  });
});

test("Waiting acts are applied in local order, and an undo on top returns to the row before", () => {
  const item = taskOf("row", 1, { status: "IN_PROGRESS" });
  const acts = [pending("inbox.pin"), pending("inbox.resolve", { resolutionType: "MESSAGE_SENT" })];
  const closed = expectedRow(item, applyActs(item, acts, CONTEXT));
  const undone = expectedRow(item, applyActs(item, [...acts, pending("inbox.undo")], CONTEXT));

  expect(closed).toEqual({ status: "RESOLVED", snoozedUntil: null, isPinned: true, sure: true });
  expect(undone).toEqual({
    status: "IN_PROGRESS",
    snoozedUntil: null,
    isPinned: true,
    sure: false,
  });
});

test.each(["inbox.unheard-of", "today.complete"])(
  "The device does not guess the act of an operation of type %s",
  (operationType) => {
    expect(plannedAct(operationType, {})).toBeNull();
  },
);

function pending(
  operationType: string,
  payload: Readonly<Record<string, unknown>> = {},
): PendingAct {
  return {
    clientOperationId: operationType,
    scopeId: "scope",
    operationType,
    taskId: "row",
    expectedRevision: 1,
    recordedAt: NOW.getTime(),
    plane: "WAITING",
    status: null,
    code: null,
    payload,
    result: null,
  };
}
