import { expect, test } from "@jest/globals";
import { actAgain } from "../../phone/coach/act-again.ts";
import { choicesOf, decidedAct, needsNote } from "../../phone/coach/decisions.ts";
import { offeredActs } from "../../phone/coach/offered-acts.ts";
import { groupOf, sentenceOf } from "../../phone/coach/row-facts.ts";
import { de } from "../../phone/coach/texts/de.ts";
import { en } from "../../phone/coach/texts/en.ts";
import type { InboxRow } from "../../device/coach/types.ts";
import { shownRows } from "./preview/shown-inbox.ts";

const rows = shownRows(Date.UTC(2026, 10, 27, 12));
const rowOf = (taskId: string): InboxRow => {
  const row = rows.find((one) => one.taskId === taskId);
  if (row === undefined) throw new Error(`There is no row ${taskId}.`);
  return row;
};
const expecting = (row: InboxRow, status: string, isPinned = false): InboxRow => ({
  ...row,
  expected: { status, snoozedUntil: null, isPinned, sure: true },
});

test("the inbox groups a row by what it needs: a decision, an act, the connection, or time", () => {
  expect(rows.map((row) => `${row.taskId} ${groupOf(row)}`)).toEqual([
    "skipped OPEN",
    "fell ATTENTION",
    "messages OPEN",
    "form WAITING",
    "later LATER",
  ]);
});

test("a row offers what the server listed, and only an undo once a decision about it waits", () => {
  const row = rowOf("messages");
  expect(offeredActs(row)).toEqual(["RESOLVE", "START", "SNOOZE", "DISMISS", "PIN"]);
  expect(offeredActs(expecting(row, "RESOLVED"))).toEqual(["UNDO"]);
  expect(offeredActs(expecting(row, "SNOOZED"))).not.toContain("SNOOZE");
  expect(offeredActs(expecting(row, "SNOOZED"))).toContain("UNSNOOZE");
  expect(offeredActs(expecting(row, "IN_PROGRESS", true))).toEqual([
    "RESOLVE",
    "SNOOZE",
    "DISMISS",
    "UNPIN",
  ]);
});

test("a decision needs an outcome of its kind, and a note if it was handled elsewhere", () => {
  expect(choicesOf("RESOLVE", "PLAN_UPDATE")).toEqual([
    "PLAN_UPDATED",
    "HANDLED_OUTSIDE_APP",
    "NOT_RELEVANT",
    "DUPLICATE",
  ]);
  expect(choicesOf("RESOLVE", "OF_A_LATER_VERSION")).toEqual(["NOT_RELEVANT", "DUPLICATE"]);
  expect(decidedAct("RESOLVE", "t", { choice: "", note: "" })).toBeNull();
  expect(decidedAct("DISMISS", "t", { choice: "PLAN_UPDATED", note: "" })).toBeNull();
  expect(decidedAct("REVIEW", "t", { choice: "", note: " seen " })).toEqual({
    act: "REVIEW",
    taskId: "t",
    note: "seen",
  });
  expect(needsNote({ choice: "HANDLED_OUTSIDE_APP", note: " " })).toBe(true);
  expect(needsNote({ choice: "NOT_RELEVANT", note: "" })).toBe(false);
});

test("a refused act is sent again as it was, on the row as it is now, if the receipt allows it", () => {
  const row = rowOf("fell");
  const [refused] = row.refused;
  if (refused === undefined) throw new Error("The row has no refused act.");
  expect(actAgain(row, refused)).toEqual({
    act: "RESOLVE",
    taskId: "fell",
    resolutionType: "NOT_RELEVANT",
    note: "Travelling all week.",
    expectedRevision: 2,
    resubmitOf: "refused",
  });
  expect(actAgain(row, { ...refused, allowedResolutions: ["DISCARD"] })).toBeNull();
  expect(actAgain(row, { ...refused, payload: null })).toBeNull();
  expect(actAgain(row, { ...refused, operationType: "inbox.later-version" })).toBeNull();
});

test("a coach who may not open the source reads the reason of a task, in each language", () => {
  expect(sentenceOf(rowOf("later"), en, "en")).toBe(en.why.PROFILE_READY);
  expect(sentenceOf(rowOf("later"), de, "de")).toBe(de.why.PROFILE_READY);
});
