import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { judgeLaneWake, type LanePace, type LaneWake } from "../../rules/sync/judge-lane-wake.ts";

const paces = fc
  .record({ everyMs: fc.integer({ min: 1, max: 5_000 }), times: fc.integer({ min: 1, max: 100 }) })
  .map(({ everyMs, times }): LanePace => ({ everyMs, longestMs: everyMs * times }));
const polls = fc.array(
  fc.record({ afterMs: fc.integer({ min: 0, max: 3_000 }), moved: fc.boolean() }),
  { maxLength: 200 },
);

describe("a lane with a due batch", () => {
  test("is woken at once if it never was", () => {
    fc.assert(
      fc.property(paces, fc.integer(), fc.integer(), (pace, oldestAt, now) => {
        expect(judgeLaneWake(null, { oldestAt, now }, pace)).toMatchObject({ wokenAt: now });
      }),
    );
  });

  test("is woken at once if it was idle: its last wake-up is long enough ago, and was for another batch", () => {
    fc.assert(
      fc.property(paces, polls, fc.integer({ min: 0, max: 100_000 }), (pace, drawn, idleMs) => {
        const { wake: last, former = null } = play(drawn, pace).at(-1) ?? { wake: null };
        const before = last ?? former;
        fc.pre(before !== null);
        const now = before.wokenAt + pace.everyMs + idleMs;
        expect(judgeLaneWake(before, { oldestAt: now, now }, pace)).toMatchObject({ wokenAt: now });
      }),
    );
  });

  test("is never woken more often than its pace", () => {
    fc.assert(
      fc.property(paces, polls, (pace, drawn) => {
        const wakes = play(drawn, pace).flatMap(({ wake }) => (wake === null ? [] : [wake]));
        for (const [index, { wokenAt }] of wakes.entries()) {
          const former = wakes[index - 1];
          if (former !== undefined)
            expect(wokenAt - former.wokenAt).toBeGreaterThanOrEqual(pace.everyMs);
        }
      }),
    );
  });

  test("is always woken by a poll that comes after the longest pause", () => {
    fc.assert(
      fc.property(paces, polls, (pace, drawn) => {
        for (const { now, former, wake } of play(drawn, pace))
          if (former !== null && now - former.wokenAt >= pace.longestMs)
            expect(wake).not.toBeNull();
      }),
    );
  });

  test("is woken at its usual pace while it makes progress", () => {
    fc.assert(
      fc.property(paces, polls, (pace, drawn) => {
        for (const { now, former, oldestAt, wake } of play(drawn, pace))
          if (former !== null && former.oldestAt !== oldestAt)
            expect(wake !== null).toBe(now - former.wokenAt >= pace.everyMs);
      }),
    );
  });

  test("is woken after pauses that double while its oldest batch stays", () => {
    const pace = { everyMs: 1_000, longestMs: 30_000 };
    const everySecond = Array.from({ length: 130 }, () => ({ afterMs: 1_000, moved: false }));
    const at = play(everySecond, pace).flatMap(({ wake }) => (wake === null ? [] : [wake.wokenAt]));
    expect(at.slice(1).map((wokenAt, index) => (wokenAt - (at[index] ?? 0)) / 1_000)).toEqual([
      1, 2, 4, 8, 16, 30, 30, 30,
    ]);
  });

  test("is woken at once if the clock went back", () => {
    const before = { wokenAt: 10_000, oldestAt: 9_000, pauseMs: 30_000 };
    const pace = { everyMs: 1_000, longestMs: 30_000 };
    expect(judgeLaneWake(before, { oldestAt: 1_000, now: 2_000 }, pace)).toEqual({
      wokenAt: 2_000,
      oldestAt: 1_000,
      pauseMs: 1_000,
    });
  });
});

/** Milliseconds between two polls of the relay, and whether the oldest batch has moved meanwhile. */
interface Poll {
  readonly afterMs: number;
  readonly moved: boolean;
}

/** Polls a lane repeatedly that always has a due batch; returns each poll with its decision. */
function play(drawn: readonly Poll[], pace: LanePace) {
  let before: LaneWake | null = null;
  let now = 1_000_000;
  let oldestAt = 0;
  return drawn.map(({ afterMs, moved }) => {
    now += afterMs;
    if (moved) oldestAt += 1;
    const former: LaneWake | null = before;
    const wake = judgeLaneWake(former, { oldestAt, now }, pace);
    before = wake ?? former;
    return { now, former, oldestAt, wake };
  });
}
