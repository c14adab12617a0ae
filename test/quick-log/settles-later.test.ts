import { expect, test } from "@jest/globals";
import { QUICK_LOG_ACTIONS } from "../../contract/agenda/task-actions.ts";
import { settlesLater } from "../../rules/quick-log/settles-later.ts";
import { judgeSettlementWait } from "../../rules/outbox/judge-settlement-wait.ts";
import { keysOf } from "../../contract/keys-of.ts";

const OPEN = { dayClosedAt: null, dayReviewedAt: null };
const at = new Date("2026-01-05T20:00:00.000Z");

test("all actions but skips and undos wait for others on a day that is open", () => {
  const later = keysOf(QUICK_LOG_ACTIONS).filter((kind) => settlesLater(kind, OPEN));
  expect(later).toEqual([
    "COMPLETE_TASK",
    "COMPLETE_ITEM",
    "COMPLETE_ALL_ITEMS",
    "RECORD_VALUE",
    "OPEN_STRUCTURED_LOG",
    "SNOOZE",
  ]);
});

test("no action waits for others on a day that is closed or reviewed", () => {
  for (const day of [
    { ...OPEN, dayClosedAt: at },
    { ...OPEN, dayReviewedAt: at },
  ])
    expect(keysOf(QUICK_LOG_ACTIONS).filter((kind) => settlesLater(kind, day))).toEqual([]);
});

test.each([
  { settlesLater: false, isWatched: false, longestMs: 5_000, waitMs: 0 },
  { settlesLater: true, isWatched: false, longestMs: 5_000, waitMs: 5_000 },
  { settlesLater: true, isWatched: true, longestMs: 5_000, waitMs: 1_000 },
  { settlesLater: true, isWatched: true, longestMs: 200, waitMs: 200 },
])(
  "a batch waits $waitMs ms of at most $longestMs if it may wait ($settlesLater) and somebody follows ($isWatched)",
  ({ waitMs, longestMs, ...batch }) => {
    expect(judgeSettlementWait(batch, longestMs)).toBe(waitMs);
  },
);
