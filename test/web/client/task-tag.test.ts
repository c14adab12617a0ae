import { describe, expect, test } from "@jest/globals";
import { settledAt, taskTag } from "../../../web/client/task-tag.ts";
import { pinnable } from "../../../web/client/today/pinnable.ts";
import { summaryDay, summaryTask } from "../../factories/agenda/summary-day.ts";

const NOW = new Date("2026-11-26T08:00:00Z");
const items = (completedItemCount: number) => ({
  itemCount: 3,
  completedItemCount,
  skippedItemCount: 0,
  value: null,
});
const skip = {
  at: "2026-11-26T07:15:00Z",
  from: "PENDING",
  to: "SKIPPED",
  actorKind: "CLIENT",
  source: "PHONE",
  reason: null,
  skipReason: "TRAVEL",
  counts: true,
  score: 0,
};

describe("the tag of a client's task", () => {
  test.each([
    ["an open task is open", {}, { kind: "STATE", tone: "", status: "PENDING" }],
    [
      "an open task with a part done says how much",
      { status: "IN_PROGRESS", completionSummary: items(1) },
      { kind: "PART", tone: "done", items: { done: 1, items: 3 } },
    ],
    [
      "an open task without a part done is begun",
      { status: "IN_PROGRESS", completionSummary: items(0) },
      { kind: "STATE", status: "IN_PROGRESS", items: null },
    ],
    [
      "an open task past its due time says for how long",
      { dueAt: "2026-11-25T08:00:00Z" },
      { kind: "OVERDUE", tone: "warn", lateMs: 86_400_000, items: null },
    ],
    [
      "an overdue task with a part done says both",
      { dueAt: "2026-11-26T07:00:00Z", completionSummary: items(2) },
      { kind: "OVERDUE", items: { done: 2, items: 3 } },
    ],
    ["a task is not overdue at its due time", { dueAt: NOW.toISOString() }, { kind: "STATE" }],
    [
      "a done task is done, whatever its due time",
      { status: "COMPLETED", dueAt: "2026-11-25T08:00:00Z", completionSummary: items(3) },
      { kind: "STATE", tone: "done", items: null },
    ],
    [
      "a skipped task has the client's reason",
      { status: "SKIPPED", completionEvents: [skip] },
      { kind: "STATE", tone: "", reason: "TRAVEL" },
    ],
    [
      "a missed task says which part was done",
      { status: "MISSED", completionSummary: items(1) },
      { kind: "STATE", tone: "urgent", items: { done: 1, items: 3 } },
    ],
  ])("%s", (_title, changes, tag) => {
    expect(taskTag(summaryTask("task", changes), NOW)).toMatchObject(tag);
  });
});

describe("when a task got its state", () => {
  test("is when it was done or skipped, and nothing for an open or missed one", () => {
    const done = summaryTask("done", { status: "COMPLETED", completedAt: "2026-11-26T06:10:00Z" });
    const skipped = summaryTask("skipped", { status: "SKIPPED", completionEvents: [skip] });
    const missed = summaryTask("missed", {
      status: "MISSED",
      completionEvents: [{ ...skip, to: "MISSED" }],
    });
    const all = [done, skipped, missed, summaryTask("open")];
    expect(all.map(settledAt)).toEqual(["2026-11-26T06:10:00Z", skip.at, null, null]);
  });
});

describe("the tasks of a day that may be pinned", () => {
  const tasks = [
    summaryTask("first"),
    summaryTask("done", { status: "COMPLETED" }),
    summaryTask("second", { status: "IN_PROGRESS" }),
  ];
  const idsOf = (changes: Parameters<typeof summaryDay>[1]) =>
    pinnable(summaryDay("2026-11-26", { tasks, closedAt: null, ...changes })).map(
      ({ taskId }) => taskId,
    );
  const focusPin = {
    pinId: "pin",
    revision: 1,
    taskId: "second",
    note: null,
    pinnedAt: "2026-11-26T06:00:00Z",
  };

  test("are the open ones, and the pinned one comes first", () => {
    expect(idsOf({})).toEqual(["first", "second"]);
    expect(idsOf({ focusPin })).toEqual(["second", "first"]);
  });

  test("are none once the day has closed", () => {
    expect(idsOf({ closedAt: "2026-11-26T23:00:00Z" })).toEqual([]);
  });
});
