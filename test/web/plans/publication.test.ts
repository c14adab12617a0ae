import { describe, expect, test } from "@jest/globals";
import type { PreviewedClient } from "../../../contract/plans/publication-schema.ts";
import { Problem } from "../../../web/api/problem.ts";
import { assignBody, findClients, mayBeAssigned } from "../../../web/plans/acts/assign-body.ts";
import { newExercise } from "../../../web/plans/edit/program/program-edits.ts";
import { differenceText } from "../../../web/plans/publish/difference-text.ts";
import { outcomeOf, publicationOf } from "../../../web/plans/publish/publication.ts";
import { isStale, refusalText } from "../../../web/plans/words/refusal-text.ts";
import { consoleTexts } from "./console-texts.ts";

const [en, de] = [consoleTexts("en"), consoleTexts("de")];

const client = (id: string, changes: Partial<PreviewedClient>): PreviewedClient => ({
  assignmentId: id,
  relationshipId: id,
  client: { userId: id, displayName: id },
  coachUserId: "c",
  status: "ACTIVE",
  planRevision: 1,
  followsNewer: true,
  excepted: null,
  outcome: "CHANGES",
  reason: "FOLLOWS",
  from: "2026-11-27",
  through: null,
  timezone: "Europe/Berlin",
  ...changes,
});

describe("a publication", () => {
  test("counts outcomes, excludes only followers, and names the first date", () => {
    const clients = [
      client("a", {}),
      client("b", { from: "2026-11-26" }),
      client("c", { outcome: "STAYS", reason: "DOES_NOT_FOLLOW", followsNewer: false, from: null }),
      client("d", { outcome: "WAITS", reason: "ASSIGNMENT_PAUSED", from: null }),
    ];
    const excluded = new Set(["b", "c", "gone"]);
    expect(publicationOf({ clients }, excluded)).toEqual({
      all: 4,
      changes: 1,
      ends: 0,
      waits: 1,
      stays: 2,
      from: "2026-11-27",
      exceptRelationshipIds: ["b"],
    });
    expect(clients.map((one) => outcomeOf(one, new Set()))).toEqual([
      "CHANGES",
      "CHANGES",
      "STAYS",
      "WAITS",
    ]);
  });

  test("the clients that change are counted as people say it: none, the only one, one of them, some", () => {
    const affects = (changes: number, all: number) => {
      const from = changes === 0 ? "" : "27.11.";
      const values = { changes, all, from, hasDate: from === "" ? "no" : "yes" };
      return [en.t("plans.affects", values), de.t("plans.affects", values)];
    };
    expect(affects(0, 1)).toEqual([
      "Does not change its one client",
      "Ändert sich für den einen Klienten nicht",
    ]);
    expect(affects(1, 1)).toEqual([
      "Changes its one client from 27.11. on",
      "Ändert sich für den einen Klienten ab 27.11.",
    ]);
    expect(affects(0, 3)).toEqual([
      "Changes none of 3 clients",
      "Ändert sich für keinen von 3 Klienten",
    ]);
    expect(affects(1, 3)).toEqual([
      "Changes 1 of 3 clients from 27.11. on",
      "Ändert sich für einen von 3 Klienten ab 27.11.",
    ]);
    expect(affects(9, 14)).toEqual([
      "Changes 9 of 14 clients from 27.11. on",
      "Ändert sich für 9 von 14 Klienten ab 27.11.",
    ]);
  });

  test("the button and the bar name the number of clients, and without one the revision", () => {
    const said = (count: number) =>
      [en, de].map(({ t }) => [
        t("plans.publishFor", { revision: 2, count }),
        t("plans.published", { revision: 2, count }),
      ]);
    expect(said(0)).toEqual([
      ["Publish revision 2", "Published as revision 2"],
      ["Fassung 2 veröffentlichen", "Als Fassung 2 veröffentlicht"],
    ]);
    expect(said(1)).toEqual([
      ["Publish for 1 client", "Published as revision 2. 1 client gets it."],
      ["Für 1 Klienten veröffentlichen", "Als Fassung 2 veröffentlicht. 1 Klient erhält sie."],
    ]);
    expect(said(2).map(([button]) => button)).toEqual([
      "Publish for 2 clients",
      "Für 2 Klienten veröffentlichen",
    ]);
  });

  test("a difference is a sentence in English and German", () => {
    const squat = newExercise({ exerciseId: null, name: "Squat" }, "squat");
    const places = [
      { week: 1, dayNumber: 3 },
      { week: 2, dayNumber: 3 },
    ];
    const more = { ...squat, sets: [...squat.sets, ...squat.sets] };
    const sets = {
      subject: "EXERCISE",
      change: "CHANGED",
      places,
      before: squat,
      after: more,
    } as const;
    expect(differenceText(sets, en)).toBe(
      "Squat: 1 × 8 becomes 2 × 8 (week 1, day 3 and 1 more day)",
    );
    const days = {
      subject: "PLAN",
      change: "CHANGED",
      field: "rrule",
      before: "FREQ=DAILY",
      after: "FREQ=WEEKLY;BYDAY=MO",
    } as const;
    expect(differenceText(days, de)).toBe("Tage: Jeden Tag wird Jede Woche am Montag");
    expect(
      differenceText({ ...days, field: "skipPolicy", before: "ALLOWED", after: "NOT_ALLOWED" }, en),
    ).toBe("Skipping: may be skipped becomes cannot be skipped");
    expect(
      differenceText({ subject: "POSE", change: "ADDED", before: null, after: "Front" }, en),
    ).toBe("Front");
  });

  test("a stale preview names what changed, and other refusals have their own sentence", () => {
    const refused = (code: string, reasons: readonly string[]) =>
      new Problem({
        code,
        status: 409,
        requestId: null,
        errors: reasons.map((reason) => ({
          pointer: "/previewVersion",
          code: reason,
          message: "",
        })),
      });
    const stale = refused("STATE_CONFLICT", ["ASSIGNED_SINCE_PREVIEW"]);
    expect([isStale(stale), isStale(refused("STATE_CONFLICT", ["ARCHIVED"]))]).toEqual([
      true,
      false,
    ]);
    expect(refusalText(en, stale)).toBe("The plan was assigned to another client.");
    expect(refusalText(en, refused("PROGRAM_RUNNING", []))).toMatch(/^Another program runs/);
    expect(refusalText(en, refused("FORBIDDEN", []))).toBe("Your role does not allow this.");
  });
});

describe("an assignment to many", () => {
  test("empty dates are left out, so that it starts on each client's present day", () => {
    expect(assignBody("p", { startDate: "", endDate: "2026-12-20", followsNewer: false })).toEqual({
      planId: "p",
      endDate: "2026-12-20",
      followsNewer: false,
    });
  });

  test("clients are found by name, and only active ones are offered", () => {
    expect(findClients([client("Anna", {}), client("Ben", {})], " an ")).toHaveLength(1);
    expect(["ACTIVE", "ONBOARDING", "PAUSED"].map((status) => mayBeAssigned({ status }))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
