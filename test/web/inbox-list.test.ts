import { describe, expect, test } from "@jest/globals";
import { finishOf, isOfferedForAll, undoOf } from "../../web/inbox/acts/acts.ts";
import { inboxSearch } from "../../web/inbox/inbox-search.ts";
import type { InboxTask } from "../../web/inbox/inbox-query.ts";
import {
  afterLeaving,
  arrangeRows,
  listEntries,
  neighbourOf,
} from "../../web/inbox/list-entries.ts";
import { coveredDays } from "../../web/inbox/covered-days.ts";
import { inboxTask } from "./inbox/inbox-task.ts";
import { VIEWS, countOf, viewOf, viewQuery } from "../../web/inbox/views.ts";

const task = (taskId: string, more: Partial<InboxTask> = {}): InboxTask => {
  const { client } = inboxTask();
  const own = { ...client, relationshipId: `client of ${taskId}`, displayName: taskId };
  return inboxTask({ taskId, client: own, ...more });
};

const shape = (tasks: readonly InboxTask[], grouping: "score" | "client") =>
  listEntries(tasks, grouping).map((entry) =>
    entry.kind === "TIER" ? `${entry.tier} ${entry.count}` : entry.task.taskId,
  );

describe("the list of the inbox", () => {
  test("urgent tasks come first in every grouping, and no empty tier is shown", () => {
    const tasks = [task("a"), task("b", { severity: "URGENT" })];
    expect(shape(tasks, "score")).toEqual(["urgent 1", "b", "score 1", "a"]);
    expect(shape(tasks, "client")).toEqual(["urgent 1", "b", "client 1", "a"]);
    expect(shape([], "score")).toEqual([]);
  });

  test("snoozed tasks have the last tier in every grouping, and a list of nothing else is empty", () => {
    const snoozed = task("z", { status: "SNOOZED" });
    const lines = (shown: readonly InboxTask[], grouping: "score" | "client", gone = "") =>
      arrangeRows({ shown, asleep: [snoozed], leaving: new Set([gone]), grouping }).entries.map(
        (entry) => (entry.kind === "TIER" ? entry.tier : entry.task.taskId),
      );
    expect(lines([task("a")], "score")).toEqual(["score", "a", "snoozed", "z"]);
    expect(lines([task("a")], "client")).toEqual(["client", "a", "snoozed", "z"]);
    expect(lines([task("a")], "score", "z")).toEqual(["score", "a"]);
    expect(lines([task("a")], "score", "a")).toEqual([]);
    expect(lines([task("a"), task("z")], "score")).toEqual(["score", "a", "z"]);
  });

  test("by client, a client stands where their most important task does, with all their tasks", () => {
    const { client } = task("a");
    const tasks = [task("a"), task("b"), task("c", { client })];
    expect(shape(tasks, "client")).toEqual(["client 2", "a", "c", "client 1", "b"]);
  });

  test("the cursor begins at the first row and stops at both ends", () => {
    const tasks = [task("a"), task("b")];
    const at = (current: string | null, step: number) => neighbourOf(tasks, current, step)?.taskId;
    expect([at(null, 1), at("a", 1), at("b", 1), at("a", -1)]).toEqual(["a", "b", "b", "a"]);
    expect(neighbourOf([], null, 1)).toBeNull();
  });

  test("after an act the cursor goes to the next row that stays, else to the last one before", () => {
    const tasks = [task("a"), task("b"), task("c")];
    expect(afterLeaving(tasks, "b", new Set(["b"]))).toBe("c");
    expect(afterLeaving(tasks, "c", new Set(["b", "c"]))).toBe("a");
    expect(afterLeaving(tasks, "a", new Set(["b"]))).toBe("a");
    expect(afterLeaving([task("a")], "a", new Set(["a"]))).toBeNull();
  });

  test("after an act on the last open row the cursor never goes to the snoozed rows below it", () => {
    const asleep = [task("y", { status: "SNOOZED" }), task("z", { status: "SNOOZED" })];
    expect(afterLeaving([task("a"), task("b"), ...asleep], "b", new Set(["b"]))).toBe("a");
    expect(afterLeaving([task("a"), ...asleep], "a", new Set(["a"]))).toBeNull();
    expect(afterLeaving([task("a"), ...asleep], "y", new Set(["y"]))).toBe("z");
    expect(afterLeaving([task("a"), ...asleep], "z", new Set(["y", "z"]))).toBe("a");
  });
});

describe("the views of the inbox", () => {
  test("an address with an unknown view or grouping shows the usual one", () => {
    expect(inboxSearch({ view: "mine", group: "client" })).toEqual({
      view: "mine",
      group: "client",
    });
    expect(inboxSearch({ view: "<b>", group: 4, q: "Lena", type: "LENA", coach: "Lena" })).toEqual(
      {},
    );
    expect(viewOf("nothing").id).toBe("all");
  });

  test("a view by type counts its types, and a view without a count has none", () => {
    const counts = {
      open: 9,
      inProgress: 0,
      overdue: 0,
      dueToday: 0,
      highSeverity: 1,
      snoozed: 2,
      badge: 9,
      unread: 3,
      urgent: 1,
      mine: 2,
      byType: [
        { taskType: "FORM_REVIEW", count: 4 },
        { taskType: "PROFILE_REVIEW", count: 1 },
      ],
    };
    const byId = (id: string) => countOf(viewOf(id), counts);
    expect(["all", "forms", "snoozed", "mine", "done"].map(byId)).toEqual([9, 5, 2, 2, null]);
    expect(countOf(viewOf("all"), undefined)).toBeNull();
  });

  test("every view ignores the saved preferences, so that it shows what its name says", () => {
    for (const view of VIEWS) expect(viewQuery(view, "coach")).toMatchObject({ defaults: "none" });
  });
});

test("occurrences of one day in one state are one line with their number", () => {
  const one = (acceptedAt: string, localDate: string | null, reviewedAt: string | null = null) => ({
    acceptedAt,
    localDate,
    reviewedAt,
    submissionId: null,
    route: null,
  });
  const days = coveredDays([
    one("2026-11-26T08:00:00Z", "2026-11-26"),
    one("2026-11-26T09:00:00Z", "2026-11-26"),
    one("2026-11-27T08:00:00Z", "2026-11-27", "2026-11-27T09:00:00Z"),
    one("2026-11-28T08:00:00Z", null),
  ]);
  expect(days.map(({ localDate, count }) => [localDate, count])).toEqual([
    ["2026-11-26", 2],
    ["2026-11-27", 1],
    [null, 1],
  ]);
});

describe("acts and routes", () => {
  test("E reviews where there is something to review, else resolves", () => {
    expect(finishOf(task("a"))).toBe("REVIEW");
    expect(finishOf(task("a", { actions: ["RESOLVE"] }))).toBe("RESOLVE");
    expect(finishOf(task("a", { actions: ["UNDO"] }))).toBeNull();
  });

  test("an act is taken back by its opposite or by an undo, and a review by nothing", () => {
    const undone = (action: "PIN" | "REVIEW" | "UNPIN", isUndoable: boolean) =>
      undoOf({ action }, isUndoable)?.action;
    expect([undone("PIN", false), undone("UNPIN", false)]).toEqual(["UNPIN", "PIN"]);
    expect(undone("REVIEW", true)).toBeUndefined();
    const dismissal = { action: "DISMISS", dismissReason: "DUPLICATE" } as const;
    expect(undoOf(dismissal, true)?.action).toBe("UNDO");
    expect(undoOf(dismissal, false)).toBeNull();
    expect(undoOf({ action: "SNOOZE", snoozePreset: "ONE_HOUR" }, false)?.action).toBe("UNSNOOZE");
  });

  test("an act on many tasks is offered only if each of them offers it", () => {
    const tasks = [task("a"), task("b", { actions: ["RESOLVE"] })];
    expect(isOfferedForAll(tasks, "RESOLVE")).toBe(true);
    expect(isOfferedForAll(tasks, "REVIEW")).toBe(false);
    expect(isOfferedForAll([], "RESOLVE")).toBe(false);
  });
});
