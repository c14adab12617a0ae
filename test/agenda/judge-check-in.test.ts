import { describe, expect, test } from "@jest/globals";
import { TASK_STATUSES, type TaskStatus } from "../../contract/agenda/vocabulary.ts";
import {
  type CheckIn,
  judgeCheckIn,
  meantCheckIn,
} from "../../rules/agenda/closing/judge-check-in.ts";

const CLOSED = new Date("2026-01-07T00:00:00.000Z");
const BEFORE = new Date(CLOSED.getTime() - 1);

describe("A submission and a check-in", () => {
  test("on an open day: it completes an open or skipped check-in, whenever it was recorded", () => {
    const expected = only("COMPLETED", "PENDING", "IN_PROGRESS", "SKIPPED");
    expect(verdicts(null, BEFORE)).toEqual(expected);
    expect(verdicts(null, new Date(0))).toEqual(expected);
  });

  test("on an open day: it completes one that was canceled with its plan, if the form has no other", () => {
    const expected = only("COMPLETED", "PENDING", "IN_PROGRESS", "SKIPPED", "CANCELED");
    expect(verdicts(null, BEFORE, "PLAN_ASSIGNMENT")).toEqual(expected);
    const closed = only("LATE", "PENDING", "IN_PROGRESS", "SKIPPED", "MISSED");
    expect(verdicts(CLOSED, BEFORE, "PLAN_ASSIGNMENT")).toEqual(closed);
  });

  test("on a closed day: it wins if it was recorded before the close, and not after", () => {
    expect(verdicts(CLOSED, BEFORE)).toEqual(
      only("LATE", "PENDING", "IN_PROGRESS", "SKIPPED", "MISSED"),
    );
    expect(verdicts(CLOSED, CLOSED)).toEqual(only("TASK_CLOSED"));
  });
});

describe("The check-in that a submission completes", () => {
  const checkIn = (taskId: string, changes: Partial<CheckIn> = {}): CheckIn => ({
    taskId,
    localDate: `2026-01-0${taskId}`,
    status: "PENDING",
    sourceType: "FORM_ASSIGNMENT",
    dayClosedAt: null,
    ...changes,
  });
  const missed = { status: "MISSED", dayClosedAt: CLOSED } as const;
  const idOf = (checkIns: readonly CheckIn[], taskId: string | null = null, recordedAt = BEFORE) =>
    meantCheckIn(checkIns, { taskId, recordedAt })?.checkIn.taskId ?? null;

  test("is the one it names, even if that is closed", () => {
    expect(idOf([checkIn("1"), checkIn("2")], "1")).toBe("1");
    expect(idOf([checkIn("1", missed), checkIn("2")], "1", CLOSED)).toBe("1");
    expect(idOf([checkIn("1")], "3")).toBeNull();
  });

  test("is the newest open one if none is named, before missed ones", () => {
    expect(idOf([checkIn("1"), checkIn("3"), checkIn("2")])).toBe("3");
    expect(idOf([checkIn("1"), checkIn("3", missed)])).toBe("1");
  });

  test("is a skipped one only if there is no other", () => {
    const skipped = { status: "SKIPPED" } as const;
    expect(idOf([checkIn("1"), checkIn("2", skipped)])).toBe("1");
    expect(idOf([checkIn("1", missed), checkIn("2", skipped)])).toBe("1");
    expect(idOf([checkIn("1", skipped), checkIn("2", skipped)])).toBe("2");
    expect(idOf([checkIn("1"), checkIn("2", skipped)], "2")).toBe("2");
  });

  test("is the newest missed one that it can still win back if none is open, or none", () => {
    expect(idOf([checkIn("1", missed), checkIn("2", missed)])).toBe("2");
    expect(idOf([checkIn("1", missed), checkIn("2", missed)], null, CLOSED)).toBeNull();
    expect(idOf([checkIn("1", { status: "COMPLETED" })])).toBeNull();
    expect(idOf([])).toBeNull();
  });
});

function verdicts(
  dayClosedAt: Date | null,
  recordedAt: Date,
  sourceType: CheckIn["sourceType"] = "FORM_ASSIGNMENT",
) {
  return Object.fromEntries(
    TASK_STATUSES.map((status) => [
      status,
      judgeCheckIn({ status, sourceType, dayClosedAt }, recordedAt),
    ]),
  );
}

function only(verdict: string, ...statuses: readonly TaskStatus[]) {
  return Object.fromEntries(
    TASK_STATUSES.map((status) => [status, statuses.includes(status) ? verdict : "TASK_CLOSED"]),
  );
}
