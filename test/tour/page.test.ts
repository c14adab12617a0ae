import { expect, test } from "@jest/globals";
import { TourFailure, expectEqual, expectPresent } from "../../tools/tour/expect-equal.ts";
import { fitLine, layOutTable, shortenIds } from "../../tools/tour/page-text.ts";
import { openPage } from "../../tools/tour/page.ts";
import { zoneInDaytime } from "../../tools/tour/stage.ts";

const ID = "01a1fce6-a099-766f-ad67-701374bd5322";

test("an id is shortened to its end", () => {
  expect(shortenIds(`/workspaces/${ID}/plans/${ID}`)).toBe("/workspaces/…74bd5322/plans/…74bd5322");
});

test("a line that is too long is cut, and ends with an ellipsis", () => {
  expect(fitLine("12345", 5)).toBe("12345");
  expect(fitLine("123456", 5)).toBe("1234…");
});

test("a column is as wide as its longest cell", () => {
  const rows = [
    ["#", "verdict", "why"],
    ["10", "ACCEPTED", ""],
  ];
  expect(layOutTable(rows, 40)).toEqual(["#   verdict   why", "10  ACCEPTED"]);
});

test("no line of a page is longer than 100 characters, and without colour it is plain text", () => {
  const written: string[] = [];
  const page = openPage((text) => void written.push(text), false);
  page.chapter("The coach signs in");
  page.sent("POST /api/v1/auth/coach-registration", JSON.stringify({ text: "x".repeat(200) }));
  page.table(["a", "b"], [["y".repeat(90), "z".repeat(90)]]);
  page.verified("as it should be");
  const lines = written.join("").split("\n");
  expect(Math.max(...lines.map(({ length }) => length))).toBe(100);
  expect(written.join("")).not.toContain("\u001b");
  expect(page.chapterTitle()).toBe("1, The coach signs in");
});

test("a failed check reports the expected and the actual value", () => {
  expect(() => expectEqual("the verdicts", ["CONFLICT"], ["ACCEPTED"])).toThrow(TourFailure);
  expect(() => expectPresent("the token", null)).toThrow("the token");
  const failure = new TourFailure("the verdicts", { expected: "this", actual: "that" });
  expect([failure.message, failure.expected, failure.actual]).toEqual([
    "the verdicts",
    "this",
    "that",
  ]);
});

test("the story plays by day, so that it crosses no midnight", () => {
  for (let hour = 0; hour < 24; hour += 1) {
    for (const day of ["2026-01-15", "2026-07-15"]) {
      const now = new Date(`${day}T${String(hour).padStart(2, "0")}:30:00Z`);
      const options = { hour: "numeric", hourCycle: "h23", timeZone: zoneInDaytime(now) } as const;
      const localHour = Number(new Intl.DateTimeFormat("en", options).format(now));
      expect(localHour).toBeGreaterThanOrEqual(6);
      expect(localHour).toBeLessThan(22);
    }
  }
});
