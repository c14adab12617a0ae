import { describe, expect, test } from "@jest/globals";
import { earlierPoll, nextDaysPoll, nextLanePoll } from "../../rules/sync/next-lane-poll.ts";

const now = new Date("2027-03-01T10:00:00.000Z");
const later = (ms: number) => new Date(now.getTime() + ms);

describe("the next deadline of a lane", () => {
  test.each([
    { waits: "nothing", nextAt: null, leftBehind: false, at: null },
    { waits: "a retry", nextAt: later(2_000), leftBehind: true, at: later(2_000) },
    { waits: "a batch that arrived meanwhile", nextAt: later(-5), leftBehind: false, at: null },
    { waits: "a locked batch", nextAt: later(-5), leftBehind: true, at: later(1_000) },
    { waits: "a retry that is due already", nextAt: now, leftBehind: true, at: later(1_000) },
  ])("while $waits waits", ({ nextAt, leftBehind, at }) => {
    expect(nextLanePoll({ now, nextAt }, leftBehind)).toEqual(at);
  });
});

describe("the next look of a lane at its days", () => {
  test.each([
    { waits: "no day", nextAt: null, at: null },
    { waits: "a day of tomorrow", nextAt: later(86_400_000), at: later(86_400_000) },
    { waits: "a day that is locked or failed", nextAt: later(-5), at: later(60_000) },
  ])("while $waits waits", ({ nextAt, at }) => {
    expect(nextDaysPoll({ now, nextAt })).toEqual(at);
  });

  test.each([
    { batchesAt: null, daysAt: null, poll: null },
    { batchesAt: now, daysAt: null, poll: { at: now, reason: "SETTLEMENT" } },
    { batchesAt: null, daysAt: now, poll: { at: now, reason: "UNDO_WINDOW" } },
    { batchesAt: now, daysAt: later(1), poll: { at: now, reason: "SETTLEMENT" } },
    { batchesAt: later(1), daysAt: now, poll: { at: now, reason: "UNDO_WINDOW" } },
  ])("leaves the earlier of both, with its reason: $poll", ({ batchesAt, daysAt, poll }) => {
    expect(earlierPoll(batchesAt, daysAt)).toEqual(poll);
  });
});
