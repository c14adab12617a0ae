import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { CompletionSummary } from "../../contract/agenda/schema.ts";
import { TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";
import { closeTask, takesEvidence } from "../../rules/agenda/closing/close-task.ts";
import {
  closesAt,
  closesAtAfterPause,
  nextHoldPoll,
} from "../../rules/agenda/closing/closes-at.ts";
import { adherenceOf } from "../../rules/agenda/adherence.ts";
import { isOpen } from "../../contract/agenda/order-agenda.ts";

const at = (text: string) => new Date(`2026-03-${text}Z`);
const later = (instant: Date, hours: number) => new Date(instant.getTime() + hours * 3_600_000);

describe("A day closes", () => {
  test.each([
    ["at the end of the next day", "03T00:00", "04T00:00", "04T00:00"],
    ["at the end of a next day of 22 hours", "03T00:00", "03T22:00", "03T22:00"],
    ["at the end of a next day of 49 hours", "03T00:00", "05T01:00", "05T01:00"],
    ["22 hours after its own end when the next day is shorter", "03T00:00", "03T01:00", "03T22:00"],
  ])("%s", (_name, endsAt, nextEndsAt, closing) => {
    const ends = { endsAt: at(endsAt), nextEndsAt: at(nextEndsAt) };
    expect(closesAt(ends)).toEqual(at(closing));
  });

  test("at least 24 hours after a pause", () => {
    const resumed = at("05T12:00");
    expect(closesAtAfterPause(at("04T00:00"), resumed)).toEqual(at("06T12:00"));
    expect(closesAtAfterPause(at("07T00:00"), resumed)).toEqual(at("07T00:00"));
  });

  test("at most 48 hours later when it is delayed, with a check every 15 minutes", () => {
    const closing = at("04T00:00");
    const checks: Date[] = [];
    for (let check: Date | null = closing; check !== null; check = nextHoldPoll(closing, check))
      checks.push(check);
    expect(checks).toHaveLength(1 + 48 * 4);
    expect(checks.at(-1)).toEqual(later(closing, 48));
    expect(nextHoldPoll(closing, new Date(later(closing, 48).getTime() - 1))).toEqual(
      later(closing, 48),
    );
  });
});

const summaries: fc.Arbitrary<CompletionSummary> = fc
  .tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 }), fc.nat({ max: 5 }), fc.boolean())
  .map(([done, skipped, pending, hasValue]) => ({
    itemCount: done + skipped + pending,
    completedItemCount: done,
    skippedItemCount: skipped,
    value: hasValue
      ? { current: 1, entryCount: 1, lastRecordedAt: "2026-01-05T08:00:00.000Z" }
      : null,
  }));
const tasks = fc.record({
  status: fc.constantFrom(...TASK_STATUSES),
  completionSummary: summaries,
});

describe("A task of a closed day", () => {
  test("is never open, closes once, and stays as it is if it was no longer open", () => {
    fc.assert(
      fc.property(tasks, (task) => {
        const closed = closeTask(task);
        expect(isOpen(closed)).toBe(false);
        expect(closeTask({ ...task, status: closed })).toBe(closed);
        if (!isOpen(task.status)) expect(closed).toBe(task.status);
      }),
    );
  });

  const bare = { itemCount: 0, completedItemCount: 0, skippedItemCount: 0, value: null };
  const value = { current: 250, entryCount: 1, lastRecordedAt: "2026-01-05T08:00:00.000Z" };
  test.each([
    ["untouched", "PENDING", bare, "MISSED", 0],
    ["begun", "IN_PROGRESS", bare, "MISSED", 0],
    ["a metric with an entry", "IN_PROGRESS", { ...bare, value }, "COMPLETED", 1],
    [
      "two of three items done",
      "IN_PROGRESS",
      { ...bare, itemCount: 3, completedItemCount: 2 },
      "MISSED",
      0.667,
    ],
    ["done", "COMPLETED", bare, "COMPLETED", 1],
    ["skipped", "SKIPPED", bare, "SKIPPED", 0],
    ["taken back", "CANCELED", bare, "CANCELED", 0],
    ["replaced", "SUPERSEDED", bare, "SUPERSEDED", 0],
  ] as const)("(%s, %s) closes by the rule", (_name, status, completionSummary, closed, score) => {
    expect(closeTask({ status, completionSummary })).toBe(closed);
    const closedTask = { status: closed, completionSummary, skipReasons: [], notOffered: false };
    expect(adherenceOf(closedTask).score).toBe(score);
  });

  test("accepts evidence if it was missed, or if only the close completed it", () => {
    expect(takesEvidence({ status: "MISSED", completionSummary: bare })).toBe(true);
    expect(takesEvidence({ status: "COMPLETED", completionSummary: { ...bare, value } })).toBe(
      true,
    );
    expect(takesEvidence({ status: "COMPLETED", completionSummary: bare })).toBe(false);
    expect(takesEvidence({ status: "SKIPPED", completionSummary: bare })).toBe(false);
  });
});
