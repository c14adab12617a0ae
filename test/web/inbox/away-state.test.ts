import { describe, expect, test } from "@jest/globals";
import { Problem } from "../../../web/api/problem.ts";
import { awayState, isNotHere } from "../../../web/inbox/away/away-state.ts";

const AT = "2026-11-27T14:00:00Z";
const UNDECIDED = {
  status: "OPEN",
  resolvedAt: null,
  snoozedUntil: null,
  resolutionType: null,
  dismissReason: null,
} as const;

describe("a task that the address names and the list does not show", () => {
  test("a decided task names when and how it was decided, and the view of decided tasks", () => {
    const resolved = {
      status: "RESOLVED",
      resolvedAt: AT,
      resolutionType: "MESSAGE_SENT",
    } as const;
    const dismissed = { status: "DISMISSED", resolvedAt: AT, dismissReason: "DUPLICATE" } as const;
    expect([resolved, dismissed].map((state) => awayState({ ...UNDECIDED, ...state }))).toEqual([
      { code: "RESOLVED", at: AT, how: "MESSAGE_SENT", view: "done" },
      { code: "DISMISSED", at: AT, how: "DUPLICATE", view: "done" },
    ]);
  });

  test("a snoozed task names its end, an open one the list of all, and an archived one is listed nowhere", () => {
    const states = [
      { ...UNDECIDED, status: "SNOOZED", snoozedUntil: AT },
      UNDECIDED,
      { ...UNDECIDED, status: "IN_PROGRESS" },
      { ...UNDECIDED, status: "ARCHIVED", resolvedAt: AT, resolutionType: "PLAN_UPDATED" },
    ] as const;
    expect(states.map(awayState).map(({ code, at, view }) => [code, at, view])).toEqual([
      ["SNOOZED", AT, "snoozed"],
      ["OPEN", null, "all"],
      ["IN_PROGRESS", null, "all"],
      ["ARCHIVED", AT, null],
    ]);
  });

  test("a refusal says that it is not here, and a failure that passes does not", () => {
    const problem = (status: number) => new Problem({ code: "ANY", status, requestId: null });
    expect([404, 403, 422].map(problem).map(isNotHere)).toEqual([true, true, true]);
    expect([0, 429, 503].map(problem).map(isNotHere)).toEqual([false, false, false]);
    expect(isNotHere(null)).toBe(false);
  });
});
