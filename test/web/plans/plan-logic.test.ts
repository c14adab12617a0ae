import { describe, expect, test } from "@jest/globals";
import { newPlanContentSchema } from "../../../contract/plans/content-schema.ts";
import { PLAN_KINDS } from "../../../contract/plans/kind-vocabulary.ts";
import { endsBeforeStart } from "../../../web/plans/acts/assign-body.ts";
import { listPlans, revisionState } from "../../../web/plans/list-plans.ts";
import { newContent } from "../../../web/plans/new-content.ts";
import { clockText, secondsOf, timeWords } from "../../../web/plans/words/plan-facts.ts";
import { planSearch } from "../../../web/plans/plan-search.ts";
import { plansSearch } from "../../../web/plans/plans-search.ts";
import { dayLetters, programWords } from "../../../web/plans/words/program-words.ts";
import { consoleTexts } from "./console-texts.ts";

const listed = (title: string, kind: string) => ({
  planId: title,
  workspaceId: "w",
  kind,
  title,
  status: "DRAFT",
  revision: 0,
  draftRevision: 1,
  exceptedCount: 0,
  createdByUserId: "u",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  hasDraft: true,
});

describe("the list of plans", () => {
  test("plans are found by part of the title in upper or lower case, and by kind", () => {
    const plans = [listed("Kraft Übung", "PROGRAM"), listed("Wasser", "HABIT")];
    expect(listPlans(plans, { kind: null, typed: " übung" })).toEqual([plans[0]]);
    expect(listPlans(plans, { kind: "HABIT", typed: "" })).toEqual([plans[1]]);
  });

  test("the address keeps known codes and drops everything else", () => {
    expect(plansSearch({ kind: "HABIT", status: "GONE", q: "anna" })).toEqual({ kind: "HABIT" });
    expect(planSearch({ view: "draft", week: "2", day: 8 })).toEqual({ view: "draft" });
    expect(planSearch({ week: 2, day: "7" })).toEqual({ week: 2, day: 7 });
  });

  test("a plan with a draft and a revision says both", () => {
    const plan = { status: "PUBLISHED", revision: 4, hasDraft: true };
    expect(revisionState(plan)).toBe("DRAFT_OVER");
    expect(revisionState({ ...plan, hasDraft: false })).toBe("PUBLISHED");
    expect(revisionState({ ...plan, revision: 0 })).toBe("NEW_DRAFT");
    expect(revisionState({ ...plan, status: "ARCHIVED" })).toBe("ARCHIVED");
  });

  test("the first content of every kind is one that the API takes", () => {
    const formVersionId = "0190b1c2-0000-7000-8000-000000000001";
    for (const kind of PLAN_KINDS) {
      const content = newContent(kind, { title: "Title", part: "Part", formVersionId });
      expect([kind, newPlanContentSchema.safeParse(content).error]).toEqual([kind, undefined]);
    }
  });
});

describe("a program in words", () => {
  const exercises = [{ exerciseKey: "a", name: "Squat", sets: [{ repetitions: 8 }] }];
  const program = (days: readonly (readonly number[])[]) => {
    const weeks = days.map((numbers) => ({
      days: numbers.map((dayNumber) => ({ dayNumber, title: `T${dayNumber}`, exercises })),
    }));
    const content = newPlanContentSchema.parse({ kind: "PROGRAM", title: "P", weeks });
    if (content.kind !== "PROGRAM") throw new Error();
    return content;
  };

  test("weeks, sessions and days are counted, and weeks with fewer sessions are named", () => {
    expect(programWords(program([[1, 4], [1], [1, 4]]), consoleTexts("en"))).toEqual([
      "3 weeks with 5 sessions, on days 1 and 4 of a week.",
      "Week 2 has fewer sessions.",
      "It starts on each client’s first day.",
    ]);
    expect(programWords(program([[2]]), consoleTexts("de"))[0]).toBe(
      "1 Woche mit 1 Einheit, an Tag 2 einer Woche.",
    );
    expect(programWords({ weeks: [{ days: [] }] }, consoleTexts("en"))).toEqual([
      "1 week without a session so far.",
      "It starts on each client’s first day.",
    ]);
    expect(programWords({ weeks: [{ days: [] }, { days: [] }] }, consoleTexts("de"))[0]).toBe(
      "2 Wochen, noch ohne Einheit.",
    );
  });

  test("days of one title share a letter", () => {
    expect([...dayLetters(program([[1, 4], [1]]).weeks)]).toEqual([
      ["T1", "A"],
      ["T4", "B"],
    ]);
  });
});

describe("the dates of an assignment", () => {
  test("the last day may be the first one, and not before it; either may be left out", () => {
    const ends = (startDate: string, endDate: string) =>
      endsBeforeStart({ startDate, endDate, followsNewer: true });
    expect(ends("2026-12-05", "2026-12-04")).toBe(true);
    expect(ends("2026-12-05", "2026-12-05")).toBe(false);
    expect(ends("", "2026-12-04")).toBe(false);
    expect(ends("2026-12-05", "")).toBe(false);
  });
});

describe("times of a plan", () => {
  test("start and due time are one sentence, and 00:00 is the end of the day", () => {
    const { t } = consoleTexts("en");
    expect(timeWords({ startTime: null, dueTime: null }, { t })).toBeNull();
    expect(timeWords({ startTime: "07:00", dueTime: "00:00" }, { t })).toBe(
      "From 07:00, due by the end of the day local time",
    );
  });

  test("seconds are written and read as minutes and seconds", () => {
    expect([45, 150, 3600].map(clockText)).toEqual(["0:45", "2:30", "60:00"]);
    expect(["2:30", "90", " ", "2:75"].map(secondsOf)).toEqual([150, 90, null, Number.NaN]);
  });
});
