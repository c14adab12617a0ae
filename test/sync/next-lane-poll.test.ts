import { describe, expect, test } from "@jest/globals";
import { nextLanePoll } from "../../rules/sync/next-lane-poll.ts";

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
