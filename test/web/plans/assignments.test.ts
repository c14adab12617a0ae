import { describe, expect, test } from "@jest/globals";
import { Problem } from "../../../web/api/problem.ts";
import { type AssignOutcome, findClients, overDate } from "../../../web/plans/acts/assign-body.ts";
import { isWaiting, nextReadMs } from "../../../web/plans/follower-state.ts";
import { refusalText, refusedDate } from "../../../web/plans/words/refusal-text.ts";
import { consoleTexts } from "./console-texts.ts";

const neverAsks = (field: string) =>
  new Problem({
    code: "VALIDATION_FAILED",
    status: 400,
    requestId: null,
    errors: [{ pointer: `/${field}`, code: "never_asks", message: "" }],
  });

describe("a plan that is given to clients", () => {
  test("a refused date is explained in words, and other parts keep the general sentence", () => {
    for (const language of ["en", "de"] as const) {
      const texts = consoleTexts(language);
      expect(refusalText(texts, neverAsks("startDate"))).toContain("5");
      expect(refusalText(texts, neverAsks("planId"))).toBe(texts.t("plans.refusal.never_asks"));
    }
    expect([refusedDate(neverAsks("endDate")), refusedDate(neverAsks("planId"))]).toEqual([
      "endDate",
      null,
    ]);
    expect(refusedDate(new Error("no answer"))).toBeNull();
  });

  test("the refusal stands at the date until that date is changed", () => {
    const terms = { startDate: "2020-01-01", endDate: "", followsNewer: true };
    const refused: AssignOutcome = { kind: "REFUSED", reason: "", terms, date: "startDate" };
    const outcomes = [{ kind: "ASSIGNED", from: "2026-01-01" } as const, refused];
    expect(overDate(terms, outcomes)).toBe("startDate");
    expect(overDate({ ...terms, followsNewer: false }, outcomes)).toBe("startDate");
    expect(overDate({ ...terms, startDate: "2026-01-01" }, outcomes)).toBeNull();
    expect(overDate(terms, [{ ...refused, date: null }])).toBeNull();
  });

  test("clients are found by words of their names in any order, without accents and case", () => {
    const clients = ["Zoë Müller", "José Núñez", "Ada Zorn"].map((displayName) => ({
      client: { displayName },
    }));
    const found = (typed: string) =>
      findClients(clients, typed).map(({ client }) => client.displayName);
    expect(found("zoe")).toEqual(["Zoë Müller"]);
    expect(found("nunez JOSÉ")).toEqual(["José Núñez"]);
    expect(found("zo")).toEqual(["Zoë Müller", "Ada Zorn"]);
    expect(found(" ")).toHaveLength(3);
  });
});

describe("the followers of a plan", () => {
  const client = (planRevision: number, followsNewer = true) => ({ planRevision, followsNewer });

  test("are read again while one of them waits for the newest revision, later and later", () => {
    expect(nextReadMs([client(1), client(2)], { newest: 2, reads: 1 })).toBe(2000);
    expect(nextReadMs([client(1)], { newest: 2, reads: 50 })).toBe(30_000);
    expect(nextReadMs([client(2), client(1, false)], { newest: 2, reads: 1 })).toBe(false);
    expect(nextReadMs([], { newest: 2, reads: 0 })).toBe(false);
  });

  test("one who keeps an older revision waits for nothing", () => {
    expect([isWaiting(client(1), 2), isWaiting(client(1, false), 2)]).toEqual([true, false]);
  });
});
