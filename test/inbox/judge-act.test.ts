import { describe, expect, test } from "@jest/globals";
import {
  COACH_TASK_ACTS,
  COACH_TASK_STATUSES,
  COACH_TASK_TYPES,
  type CoachTaskAct,
  RESOLUTION_TYPES,
  SEVERITIES,
  SOURCE_CONTEXTS,
} from "../../contract/inbox/vocabulary.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import {
  judgeAct,
  judgeDismissal,
  judgeResolution,
  mayUndo,
  offeredActs,
  resolutionsOf,
  statusAt,
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

describe("What may be done to a task", () => {
  test.each(COACH_TASK_STATUSES)("in %s: each act is admitted or a conflict", (status) => {
    const admitted: readonly string[] = ADMITTED[status].split(" ");
    const task = { status, severity: "NORMAL", clientStatus: "ACTIVE" } as const;
    for (const act of COACH_TASK_ACTS) {
      const expected = admitted.includes(act) ? null : "STATE_CONFLICT";
      expect([act, judgeAct(task, act)]).toEqual([act, expected]);
    }
  });

  test("while the client is paused it may only be dismissed for that reason, after the end nothing may", () => {
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
    expect(offeredActs({ ...task, sourceKind: "SKIP", mayOpen: true })).toEqual(["DISMISS"]);
  });

  test("what is HIGH or URGENT is not put off", () => {
    const at = SEVERITIES.map((severity) =>
      judgeAct({ status: "OPEN", severity, clientStatus: "ONBOARDING" }, "SNOOZE"),
    );
    expect(at).toEqual([null, null, "SNOOZE_NOT_ALLOWED", "SNOOZE_NOT_ALLOWED"]);
  });

  test("a task whose snooze is over counts as awake", () => {
    const snoozedUntil = NOON;
    const task = { status: "SNOOZED", snoozedUntil } as const;
    expect(statusAt(task, minutesAgo(1))).toBe("SNOOZED");
    expect(statusAt(task, NOON)).toBe("OPEN");
  });

  test("its offers are what is admitted; a review only of what is reviewed here, by who may open it", () => {
    const task = { status: "OPEN", severity: "NORMAL", clientStatus: "ACTIVE" } as const;
    const offers = (kind: "FORM" | "TREND", opens: boolean): readonly CoachTaskAct[] =>
      offeredActs({ ...task, sourceKind: kind, mayOpen: opens });
    expect(offers("FORM", true)).toContain("REVIEW");
    expect(offers("FORM", false)).not.toContain("REVIEW");
    expect(offers("TREND", true)).not.toContain("REVIEW");
  });
});

describe("What a task is resolved by", () => {
  const ANYWAY = ["DUPLICATE", "NOT_RELEVANT"];
  const DIRECT = ["DUPLICATE", "HANDLED_OUTSIDE_APP", "NOT_RELEVANT"];
  const TABLE: Readonly<Record<string, readonly string[]>> = {
    MESSAGE_FOLLOW_UP: [...DIRECT, "MESSAGE_SENT"],
    MISSED_CHECK_IN: [...DIRECT, "MESSAGE_SENT", "NUDGE_SENT"],
    PLAN_UPDATE: [...DIRECT, "PLAN_UPDATED"],
  };

  test.each(COACH_TASK_TYPES)("%s: just what the table names", (taskType) => {
    const allowed = TABLE[taskType] ?? ANYWAY;
    for (const resolution of RESOLUTION_TYPES) {
      const judged = judgeResolution({ taskType, sourceKind: "CHECK_IN" }, resolution, "by phone");
      const expected = allowed.includes(resolution) ? null : "RESOLUTION_NOT_ALLOWED";
      expect([resolution, judged]).toEqual([resolution, expected]);
    }
    expect(resolutionsOf(taskType, "CHECK_IN")).not.toContain("SOURCE_COMPLETED");
  });

  test("what was handled outside the app needs a note; a skipped questionnaire may be nudged", () => {
    const task = { taskType: "PLAN_UPDATE", sourceKind: "SKIP" } as const;
    for (const note of [null, ""])
      expect(judgeResolution(task, "HANDLED_OUTSIDE_APP", note)).toBe("NOTE_REQUIRED");
    const skipped = { taskType: "MESSAGE_FOLLOW_UP", sourceKind: "QUESTIONNAIRE" } as const;
    expect(judgeResolution(skipped, "NUDGE_SENT", null)).toBeNull();
  });

  test("only what may wait is dismissed until it happens again", () => {
    const said = { note: null, untilOccurrences: 2 };
    const at = SEVERITIES.map((severity) => judgeDismissal(severity, "NOT_RELEVANT", said));
    expect(at).toEqual([null, null, "RESOLUTION_NOT_ALLOWED", "RESOLUTION_NOT_ALLOWED"]);
    const handled = { note: null, untilOccurrences: null };
    expect(judgeDismissal("URGENT", "HANDLED_OUTSIDE_APP", handled)).toBe("NOTE_REQUIRED");
  });

  test("one's own decision is taken back for ten minutes, nobody else's ever", () => {
    const decided = (minutes: number) => ({ byUserId: "me", closedAt: minutesAgo(minutes) });
    expect(mayUndo(decided(9.9), "me", NOON)).toBe(true);
    expect(mayUndo(decided(10), "me", NOON)).toBe(false);
    expect(mayUndo(decided(1), "you", NOON)).toBe(false);
    expect(mayUndo({ byUserId: null, closedAt: NOON }, "me", NOON)).toBe(false);
  });
});

test("Both roles may open every source; who lacks the permission of one may not", () => {
  for (const context of SOURCE_CONTEXTS) {
    expect(mayOpen(context, MEMBER_PERMISSIONS.OWNER)).toBe(true);
    expect(mayOpen(context, MEMBER_PERMISSIONS.COACH)).toBe(true);
    expect(mayOpen(context, ["relationships.read"])).toBe(false);
  }
});
