import { describe, expect, test } from "@jest/globals";
import { COACH_TASK_TYPES, SOURCE_CONTEXTS } from "../../contract/inbox/source-vocabulary.ts";
import {
  COACH_TASK_ACTS,
  COACH_TASK_STATUSES,
  type CoachTaskAct,
  RESOLUTION_TYPES,
  SEVERITIES,
} from "../../contract/inbox/vocabulary.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import {
  judgeAct,
  judgeDismissal,
  judgeResolution,
  offeredActs,
  resolutionsOf,
  statusAt,
  undoableUntil,
} from "../../rules/inbox/judge-act.ts";
import { mayOpen } from "../../rules/inbox/may-open.ts";

const UNRESOLVED = "START RESOLVE REVIEW DISMISS SNOOZE PIN UNPIN ASSIGN";
const ADMITTED = {
  OPEN: UNRESOLVED,
  IN_PROGRESS: UNRESOLVED,
  SNOOZED: "RESOLVE REVIEW DISMISS UNSNOOZE PIN UNPIN ASSIGN",
  RESOLVED: "UNDO",
  DISMISSED: "UNDO",
  ARCHIVED: "",
} as const;
const NOON = new Date("2026-05-04T12:00:00.000Z");
const minutesAgo = (minutes: number) => new Date(NOON.getTime() - minutes * 60_000);

describe("The possible acts on a task", () => {
  test.each(COACH_TASK_STATUSES)("in %s: each act is admitted or a conflict", (status) => {
    const admitted: readonly string[] = ADMITTED[status].split(" ");
    const task = { status, severity: "NORMAL", clientStatus: "ACTIVE" } as const;
    for (const act of COACH_TASK_ACTS) {
      const expected = admitted.includes(act) ? null : "STATE_CONFLICT";
      expect([act, judgeAct(task, act)]).toEqual([act, expected]);
    }
  });

  test("are a dismissal for that reason while the client is paused, and none after the end", () => {
    for (const act of COACH_TASK_ACTS) {
      const task = { status: "OPEN", severity: "LOW" } as const;
      const paused = { ...task, clientStatus: "PAUSED" } as const;
      expect(judgeAct(paused, act, "NOT_RELEVANT")).toBe("RELATIONSHIP_INACTIVE");
      expect(judgeAct({ ...task, clientStatus: "ENDED" }, act, "CLIENT_PAUSED")).toBe(
        "RELATIONSHIP_INACTIVE",
      );
    }
    const task = { status: "SNOOZED", severity: "HIGH", clientStatus: "PAUSED" } as const;
    expect(judgeAct(task, "DISMISS", "CLIENT_PAUSED")).toBeNull();
    expect(offeredActs({ ...task, sourceKind: "SKIP", mayOpen: true, isUndoable: false })).toEqual([
      "DISMISS",
    ]);
  });

  test("do not include a snooze if it is HIGH or URGENT", () => {
    const at = SEVERITIES.map((severity) =>
      judgeAct({ status: "OPEN", severity, clientStatus: "ONBOARDING" }, "SNOOZE"),
    );
    expect(at).toEqual([null, null, "SNOOZE_NOT_ALLOWED", "SNOOZE_NOT_ALLOWED"]);
  });

  test("are those of an awake task once its snooze is over", () => {
    const snoozedUntil = NOON;
    const task = { status: "SNOOZED", snoozedUntil } as const;
    expect(statusAt(task, minutesAgo(1))).toBe("SNOOZED");
    expect(statusAt(task, NOON)).toBe("OPEN");
  });

  test("are exactly those offered; a review only with the permission of its source, an undo only while it is possible", () => {
    const task = { severity: "NORMAL", clientStatus: "ACTIVE", mayOpen: true } as const;
    const offers = (changes: Partial<Parameters<typeof offeredActs>[0]>): readonly CoachTaskAct[] =>
      offeredActs({ ...task, status: "OPEN", sourceKind: "FORM", isUndoable: false, ...changes });
    for (const sourceKind of ["FORM", "PROFILE", "SKIP", "TREND", "WORKOUT"] as const) {
      expect(offers({ sourceKind })).toContain("REVIEW");
      expect(offers({ sourceKind, mayOpen: false })).not.toContain("REVIEW");
    }
    for (const sourceKind of ["CHECK_IN", "MESSAGE", "QUESTIONNAIRE"] as const)
      expect(offers({ sourceKind })).not.toContain("REVIEW");
    expect(offers({ status: "DISMISSED" })).toEqual([]);
    expect(offers({ status: "DISMISSED", isUndoable: true })).toEqual(["UNDO"]);
    const paused = { status: "DISMISSED", clientStatus: "PAUSED", isUndoable: true } as const;
    expect(offers(paused)).toEqual([]);
  });
});

describe("The resolutions of a task", () => {
  const ANYWAY = ["DUPLICATE", "NOT_RELEVANT"];
  const DIRECT = ["DUPLICATE", "HANDLED_OUTSIDE_APP", "NOT_RELEVANT"];
  const TABLE: Readonly<Record<string, readonly string[]>> = {
    MESSAGE_FOLLOW_UP: [...DIRECT, "MESSAGE_SENT"],
    MISSED_CHECK_IN: [...DIRECT, "MESSAGE_SENT", "NUDGE_SENT"],
    PLAN_UPDATE: [...DIRECT, "PLAN_UPDATED"],
  };

  test.each(COACH_TASK_TYPES)("of %s are exactly those of the table", (taskType) => {
    const allowed = TABLE[taskType] ?? ANYWAY;
    for (const resolution of RESOLUTION_TYPES) {
      const judged = judgeResolution({ taskType, sourceKind: "CHECK_IN" }, resolution, "by phone");
      const expected = allowed.includes(resolution) ? null : "RESOLUTION_NOT_ALLOWED";
      expect([resolution, judged]).toEqual([resolution, expected]);
    }
    expect(resolutionsOf(taskType, "CHECK_IN")).not.toContain("SOURCE_COMPLETED");
  });

  test("require a note if the task was handled outside the app", () => {
    const task = { taskType: "PLAN_UPDATE", sourceKind: "SKIP" } as const;
    for (const note of [null, ""])
      expect(judgeResolution(task, "HANDLED_OUTSIDE_APP", note)).toBe("NOTE_REQUIRED");
    const dismissal = { note: null, untilOccurrences: null };
    expect(judgeDismissal("URGENT", "HANDLED_OUTSIDE_APP", dismissal)).toBe("NOTE_REQUIRED");
  });

  test("allow a nudge for a skipped questionnaire", () => {
    const skipped = { taskType: "MESSAGE_FOLLOW_UP", sourceKind: "QUESTIONNAIRE" } as const;
    expect(judgeResolution(skipped, "NUDGE_SENT", null)).toBeNull();
  });

  test("allow a dismissal until it happens again only for LOW and NORMAL", () => {
    const dismissal = { note: null, untilOccurrences: 2 };
    const at = SEVERITIES.map((severity) => judgeDismissal(severity, "NOT_RELEVANT", dismissal));
    expect(at).toEqual([null, null, "RESOLUTION_NOT_ALLOWED", "RESOLUTION_NOT_ALLOWED"]);
  });

  test("are undone by their own coach for ten minutes, and never by another", () => {
    const decided = (minutes: number) => ({ byUserId: "me", closedAt: minutesAgo(minutes) });
    expect(undoableUntil(decided(9), "me", NOON)).toEqual(minutesAgo(-1));
    expect(undoableUntil(decided(10), "me", NOON)).toBeNull();
    expect(undoableUntil(decided(1), "you", NOON)).toBeNull();
    expect(undoableUntil({ byUserId: null, closedAt: NOON }, "me", NOON)).toBeNull();
  });
});

test("Both roles may open every source, and a coach without the permission of one may not", () => {
  for (const context of SOURCE_CONTEXTS) {
    expect(mayOpen(context, MEMBER_PERMISSIONS.OWNER)).toBe(true);
    expect(mayOpen(context, MEMBER_PERMISSIONS.COACH)).toBe(true);
    expect(mayOpen(context, ["relationships.read"])).toBe(false);
  }
});
