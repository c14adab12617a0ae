import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { MEDIA_QUOTA } from "../../contract/exercises/media-vocabulary.ts";
import {
  type MediaQuota,
  type MediaQuotaFault,
  differenceOf,
  isNearlyUsed,
  judgeMediaQuota,
  minutesOf,
  ownLimits,
  type Used,
  type Wanted,
  workspaceLimits,
} from "../../rules/exercises/media/judge-media-quota.ts";
import { quotaOf } from "../factories/exercises/media-quota.ts";

const NOTHING = { exercises: 0, minutes: 0 };

const fresh = { isKnown: false, minutes: 1 };
const known = { isKnown: true, minutes: 1 };

describe("The media allowance", () => {
  test.each<[string, MediaQuota, Used, Wanted, MediaQuotaFault | null]>([
    ["a free place", quotaOf(), used(17, 0), fresh, null],
    ["no place", quotaOf(), used(18, 0), fresh, "NO_PLACE"],
    ["an exercise that occupies a place", quotaOf(), used(18, 0), known, null],
    [
      "no minutes left for an exercise that occupies a place",
      quotaOf(),
      used(3, 180),
      known,
      "NO_MINUTES",
    ],
    ["the last minute", quotaOf(), used(3, 179), known, null],
    ["drift", quotaOf({ drift: { exercises: 2, minutes: 0 } }), used(16, 0), fresh, "NO_PLACE"],
    [
      "drift of minutes",
      quotaOf({ drift: { exercises: 0, minutes: 9 } }),
      used(1, 171),
      known,
      "NO_MINUTES",
    ],
    ["a closed provider", quotaOf({ closedBy: "EXERCISES" }), used(1, 1), known, "CLOSED"],
    [
      "a new exercise after a restore",
      quotaOf({ awaitsUsage: true }),
      used(1, 1),
      fresh,
      "AWAITS_USAGE",
    ],
    ["a known exercise after a restore", quotaOf({ awaitsUsage: true }), used(1, 1), known, null],
    [
      "the last tenth of places wanted by one workspace alone",
      quotaOf(),
      used(17, 17, { exercises: 17, minutes: 17 }),
      fresh,
      "SHARE_OF_PLACES",
    ],
    [
      "the last tenth of minutes wanted by one workspace alone",
      quotaOf(),
      used(2, 162, { exercises: 2, minutes: 162 }),
      known,
      "SHARE_OF_MINUTES",
    ],
    [
      "the last tenth wanted by another workspace",
      quotaOf(),
      used(17, 17, { exercises: 0, minutes: 0 }),
      fresh,
      null,
    ],
    [
      "a smaller share",
      quotaOf({ sharePercent: 50 }),
      used(9, 9, { exercises: 9, minutes: 9 }),
      fresh,
      "SHARE_OF_PLACES",
    ],
    [
      "a plan without limits",
      quotaOf({ configured: { exercises: null, minutes: null } }),
      used(9_999, 99_999),
      fresh,
      null,
    ],
    [
      "a plan that became smaller",
      quotaOf({ reported: { exercises: 10, minutes: 500 } }),
      used(9, 0),
      fresh,
      "NO_PLACE",
    ],
  ])("is judged by the rule with %s", (_, ...[quota, amounts, wanted, fault]) => {
    expect(judgeMediaQuota(quota, amounts, wanted)).toBe(fault);
  });

  test("is nine tenths of the plan's, of which a workspace gets at most nine tenths", () => {
    const plan = quotaOf({ configured: { exercises: 1_000, minutes: 600 } });
    expect(ownLimits(plan)).toEqual({ exercises: 900, minutes: 540 });
    expect(workspaceLimits(plan)).toEqual({ exercises: 810, minutes: 486 });
    expect(workspaceLimits({ ...plan, sharePercent: 100 })).toEqual(workspaceLimits(plan));
    expect(workspaceLimits({ ...plan, sharePercent: 10 })).toEqual({ exercises: 90, minutes: 54 });
  });

  test("is nearly used from 80 % of the plan's places or minutes on", () => {
    expect(isNearlyUsed(quotaOf(), { exercises: 15, minutes: 159 })).toBe(false);
    expect(isNearlyUsed(quotaOf(), { exercises: 16, minutes: 0 })).toBe(true);
    expect(isNearlyUsed(quotaOf(), { exercises: 0, minutes: 160 })).toBe(true);
    const drifted = quotaOf({ drift: { exercises: 6, minutes: 0 } });
    expect(isNearlyUsed(drifted, { exercises: 10, minutes: 0 })).toBe(true);
  });

  test("is never enlarged by what an account reports", () => {
    const amount = fc.option(fc.nat(500), { nil: null });
    const limits = fc.record({ exercises: amount, minutes: amount });
    const amounts = fc.record({ exercises: fc.nat(500), minutes: fc.nat(500) });
    fc.assert(
      fc.property(
        fc.record({ told: limits, account: amounts, ours: amounts }),
        fc.boolean(),
        ({ told: reported, account, ours }, isKnown) => {
          const before = quotaOf();
          const after = { ...before, reported, drift: differenceOf(account, ours) };
          const wanted = { isKnown, minutes: 3 };
          const request = { ...ours, ofWorkspace: NOTHING };
          if (judgeMediaQuota(after, request, wanted) !== null) return;
          expect(judgeMediaQuota(before, request, wanted)).toBeNull();
          expect(ours.minutes + 3).toBeLessThanOrEqual(180);
          if (!isKnown) expect(account.exercises + 1).toBeLessThanOrEqual(18);
        },
      ),
    );
  });

  test("counts what the account reports beyond ours, and never less than zero", () => {
    expect(differenceOf({ exercises: 12, minutes: 30.2 }, { exercises: 10, minutes: 28 })).toEqual({
      exercises: 2,
      minutes: 3,
    });
    expect(differenceOf({ exercises: 3, minutes: 1 }, { exercises: 10, minutes: 28 })).toEqual(
      NOTHING,
    );
  });

  test("rounds started minutes up, and counts five for an unknown length", () => {
    expect([null, 0, 1, 60, 61, 3_600].map(minutesOf)).toEqual([5, 1, 1, 1, 2, 60]);
  });
});

test("The numbers in the code are those of the rule", () => {
  expect(MEDIA_QUOTA).toEqual({
    ownPercent: 90,
    warnPercent: 80,
    mostSharePercent: 90,
    placeHours: 721,
    minutesDays: 31,
    unknownMinutes: 5,
  });
});

function used(exercises: number, minutes: number, ofWorkspace = NOTHING) {
  return {
    exercises,
    minutes,
    ofWorkspace,
  };
}
