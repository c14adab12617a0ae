import { describe, expect, test } from "@jest/globals";
import { emptyState } from "../../../web/inbox/empty-state.ts";

const NOW = Date.parse("2026-11-27T08:00:00Z");
const COUNTS = {
  open: 0,
  inProgress: 0,
  overdue: 0,
  dueToday: 0,
  highSeverity: 0,
  snoozed: 3,
  badge: 0,
  byType: [],
  unread: 0,
  urgent: 0,
  mine: 0,
};
const READ = { isFetching: false, isFailed: false, readAt: NOW };
const all = { isPart: false, list: READ, counts: { ...READ, data: COUNTS }, urgent: null };
const ofWorkouts = { ...all, isPart: true, urgent: { count: 0, hasMore: false } };

describe("an empty list of the inbox", () => {
  test("nothing is left if the list of everything and its counts are of one read, and agree", () => {
    expect(emptyState(all)).toEqual({ kind: "NOTHING_LEFT", snoozed: 3 });
  });

  test("it promises nothing while list or counts are on their way, or after counts that failed", () => {
    const reading = { ...READ, isFetching: true };
    expect(emptyState({ ...all, list: reading }).kind).toBe("READING");
    expect(emptyState({ ...all, counts: { ...reading, data: COUNTS } }).kind).toBe("READING");
    expect(emptyState({ ...all, counts: { ...READ, data: undefined } }).kind).toBe("UNSURE");
  });

  test("counts that are older than the list, or contradict it, promise nothing", () => {
    const older = { ...READ, readAt: NOW - 60_000, data: COUNTS };
    expect(emptyState({ ...all, counts: older }).kind).toBe("OF_TWO_READS");
    const failed = { ...older, isFailed: true };
    expect(emptyState({ ...all, counts: failed }).kind).toBe("UNSURE");
    const one = { ...READ, data: { ...COUNTS, badge: 1 } };
    expect(emptyState({ ...all, counts: one }).kind).toBe("UNSURE");
  });

  test("counts that are newer than the list promise the same without it, but a task among them has both read again", () => {
    const newer = { ...READ, readAt: NOW + 60_000, data: COUNTS };
    expect(emptyState({ ...all, counts: newer }).kind).toBe("NOTHING_LEFT");
    const one = { ...newer, data: { ...COUNTS, badge: 1 } };
    expect(emptyState({ ...all, counts: one }).kind).toBe("OF_TWO_READS");
  });

  test("an empty view names the urgent rows that it hides, and waits until they are counted", () => {
    const urgent = { count: 2, hasMore: false };
    expect(emptyState({ ...ofWorkouts, urgent })).toEqual({ kind: "HIDES_URGENT", ...urgent });
    expect(emptyState({ ...ofWorkouts, urgent: null }).kind).toBe("READING");
    expect(emptyState(ofWorkouts).kind).toBe("VIEW_IS_EMPTY");
  });
});
