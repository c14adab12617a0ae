import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { minutesFreeAt, placeFreeAt } from "../../rules/exercises/media/place-free-at.ts";
import { type MediaQuota, judgeMediaQuota } from "../../rules/exercises/media/judge-media-quota.ts";
import { type CountedAccess, countUsed } from "../factories/exercises/counted-accesses.ts";
import { quotaOf } from "../factories/exercises/media-quota.ts";

const DAY_MS = 86_400_000;
const START = new Date("2026-03-01T00:00:00.000Z");
const fresh = { isKnown: false, minutes: 1 };

/** One person's request in a drawn history: the result of its call, and how much later it comes. */
const wish = fc.record({
  exercise: fc.nat(14),
  workspace: fc.nat(2),
  minutes: fc.integer({ min: 1, max: 12 }),
  later: fc.nat(60),
  // Whether the provider received the call, and whether we can prove that it did not.
  answered: fc.boolean(),
  released: fc.boolean(),
});

describe("In any history of requests", () => {
  test("the provider never counts more than our allowance, and no workspace gets the last tenth alone", () => {
    const quota = quotaOf({ configured: { exercises: 12, minutes: 120 } });
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 120 }), (wishes) => {
        for (const { now, isKnown, fault, workspaceId, ours, accesses } of play(
          wishes,
          quota,
          3_600_000,
        )) {
          expect(exercisesIn(accesses.filter(since(now, 30)))).toBeLessThanOrEqual(10);
          expect(minutesIn(accesses.filter(since(now, 31)))).toBeLessThanOrEqual(108);
          if (fault !== null || isKnown) continue;
          expect(countUsed(ours, now, workspaceId).ofWorkspace.exercises).toBeLessThanOrEqual(9);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("no place is lost for good: after all have left their window, everything is free", () => {
    const quota = quotaOf({ configured: { exercises: 12, minutes: 120 } });
    fc.assert(
      fc.property(fc.array(wish, { minLength: 1, maxLength: 60 }), (wishes) => {
        const last = play(wishes, quota, 3_600_000).at(-1);
        const later = new Date((last?.now ?? START).getTime() + 31 * DAY_MS);
        const empty = countUsed(last?.ours ?? [], later, "w0");
        expect(judgeMediaQuota(quota, empty, { isKnown: false, minutes: 12 })).toBeNull();
      }),
    );
  });

  test("a place is free from the reported instant on, and not earlier", () => {
    const quota = quotaOf({ configured: { exercises: 6, minutes: null } });
    fc.assert(
      fc.property(fc.array(wish, { minLength: 30, maxLength: 60 }), (wishes) => {
        const full = play(wishes, quota, 900_000).filter(({ fault }) => fault === "NO_PLACE");
        for (const { ours, now } of full) {
          const counted = countUsed(ours, now, "nobody");
          const lastAsked = new Map(ours.map(({ exerciseId, at }) => [exerciseId, at]));
          const oldestFirst = [...lastAsked]
            .filter(([exerciseId]) => counted.knownIds.has(exerciseId))
            .map(([, at]) => at)
            .toSorted((one, other) => one.getTime() - other.getTime());
          const free = placeFreeAt(oldestFirst, counted.exercises + 1 - 5)?.getTime() ?? 0;
          const faultAt = (ms: number) =>
            judgeMediaQuota(quota, countUsed(ours, new Date(ms), "nobody"), fresh);
          expect(faultAt(free)).toBeNull();
          expect(faultAt(free - 1)).toBe("NO_PLACE");
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("The instant at which something expires", () => {
  const days = (count: number) => new Date(START.getTime() + count * DAY_MS);

  test("is 30 days and an hour after the last access of a place, and 31 days after minutes", () => {
    const asked = [days(0), days(2), days(5)];
    expect(placeFreeAt(asked, 1)).toEqual(new Date("2026-03-31T01:00:00.000Z"));
    expect(placeFreeAt(asked, 2)).toEqual(new Date("2026-04-02T01:00:00.000Z"));
    const seen = asked.map((at) => ({ at, amount: 4 }));
    expect(minutesFreeAt(seen, 5)).toEqual(new Date("2026-04-03T00:00:00.000Z"));
  });

  test("is unknown if others use up the account", () => {
    expect(placeFreeAt([days(0)], 2)).toBeNull();
    expect(placeFreeAt([], 1)).toBeNull();
  });
});

/** The accesses at the time of each request, those the provider received by then, and the verdict. */
interface Turn {
  readonly now: Date;
  readonly isKnown: boolean;
  readonly fault: ReturnType<typeof judgeMediaQuota>;
  readonly workspaceId: string;
  readonly ours: readonly CountedAccess[];
  readonly accesses: readonly CountedAccess[];
}

type Wish = typeof wish extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Plays requests one after the other; each is judged by the results of those before it. */
function play(wishes: readonly Wish[], quota: MediaQuota, laterUnitMs: number): readonly Turn[] {
  const turns: Turn[] = [];
  const ours: CountedAccess[] = [];
  const accesses: CountedAccess[] = [];
  let now = START;
  for (const { exercise, workspace, minutes, later, ...call } of wishes) {
    now = new Date(now.getTime() + later * laterUnitMs);
    const workspaceId = `w${workspace}`;
    const access = { exerciseId: `e${exercise}`, workspaceId, minutes, at: now };
    const counted = countUsed(ours, now, workspaceId);
    const isKnown = counted.knownIds.has(access.exerciseId);
    const fault = judgeMediaQuota(quota, counted, { isKnown, minutes });
    if (fault === null && call.answered) accesses.push(access);
    if (fault === null && (call.answered || !call.released)) ours.push(access);
    turns.push({ now, isKnown, fault, workspaceId, ours: [...ours], accesses: [...accesses] });
  }
  return turns;
}

function since(now: Date, days: number) {
  return (access: CountedAccess) => access.at.getTime() > now.getTime() - days * DAY_MS;
}

function minutesIn(accesses: readonly CountedAccess[]) {
  return accesses.reduce((sum, { minutes }) => sum + minutes, 0);
}

function exercisesIn(accesses: readonly CountedAccess[]) {
  return new Set(accesses.map(({ exerciseId }) => exerciseId)).size;
}
