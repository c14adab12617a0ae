import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { ALLOWANCE, MEDIA_OUTCOMES } from "../../contract/exercises/media-vocabulary.ts";
import type { ProblemCode } from "../../contract/problem.ts";
import { minutesFreeAt, placeFreeAt } from "../../rules/exercises/media/free-at.ts";
import {
  type Allowance,
  type AllowanceFault,
  differenceOf,
  isNearlyUsed,
  judgeAllowance,
  minutesOf,
  ownLimits,
  type Used,
  type Wanted,
  workspaceLimits,
} from "../../rules/exercises/media/judge-allowance.ts";
import { isMediaUrl } from "../../rules/exercises/media/judge-media-url.ts";
import { closedBy, stateOf } from "../../rules/exercises/media/judge-outcome.ts";
import {
  judgeRefetch,
  type Refetch,
  type RefetchedAccess,
} from "../../rules/exercises/media/judge-refetch.ts";
import { type CountedAccess, countUsed } from "../factories/exercises/counted-accesses.ts";

const DAY_MS = 86_400_000;
const START = new Date("2026-03-01T00:00:00.000Z");

const allowanceOf = (change: Partial<Allowance> = {}): Allowance => ({
  configured: { exercises: 20, minutes: 200 },
  reported: { exercises: null, minutes: null },
  drift: { exercises: 0, minutes: 0 },
  closedBy: null,
  awaitsUsage: false,
  sharePercent: 90,
  ...change,
});

const NOTHING = { exercises: 0, minutes: 0 };
const used = (exercises: number, minutes: number, ofWorkspace = NOTHING) => ({
  exercises,
  minutes,
  ofWorkspace,
});
const fresh = { isKnown: false, minutes: 1 };
const known = { isKnown: true, minutes: 1 };

describe("The media allowance", () => {
  test.each<[string, Allowance, Used, Wanted, AllowanceFault | null]>([
    ["a free place", allowanceOf(), used(17, 0), fresh, null],
    ["no place", allowanceOf(), used(18, 0), fresh, "NO_PLACE"],
    ["an exercise that occupies a place", allowanceOf(), used(18, 0), known, null],
    [
      "no minutes left for an exercise that occupies a place",
      allowanceOf(),
      used(3, 180),
      known,
      "NO_MINUTES",
    ],
    ["the last minute", allowanceOf(), used(3, 179), known, null],
    ["drift", allowanceOf({ drift: { exercises: 2, minutes: 0 } }), used(16, 0), fresh, "NO_PLACE"],
    [
      "drift of minutes",
      allowanceOf({ drift: { exercises: 0, minutes: 9 } }),
      used(1, 171),
      known,
      "NO_MINUTES",
    ],
    ["a closed provider", allowanceOf({ closedBy: "EXERCISES" }), used(1, 1), known, "CLOSED"],
    [
      "a new exercise after a restore",
      allowanceOf({ awaitsUsage: true }),
      used(1, 1),
      fresh,
      "AWAITS_USAGE",
    ],
    [
      "a known exercise after a restore",
      allowanceOf({ awaitsUsage: true }),
      used(1, 1),
      known,
      null,
    ],
    [
      "the last tenth of places wanted by one workspace alone",
      allowanceOf(),
      used(17, 17, { exercises: 17, minutes: 17 }),
      fresh,
      "SHARE_OF_PLACES",
    ],
    [
      "the last tenth of minutes wanted by one workspace alone",
      allowanceOf(),
      used(2, 162, { exercises: 2, minutes: 162 }),
      known,
      "SHARE_OF_MINUTES",
    ],
    [
      "the last tenth wanted by another workspace",
      allowanceOf(),
      used(17, 17, { exercises: 0, minutes: 0 }),
      fresh,
      null,
    ],
    [
      "a smaller share",
      allowanceOf({ sharePercent: 50 }),
      used(9, 9, { exercises: 9, minutes: 9 }),
      fresh,
      "SHARE_OF_PLACES",
    ],
    [
      "a plan without limits",
      allowanceOf({ configured: { exercises: null, minutes: null } }),
      used(9_999, 99_999),
      fresh,
      null,
    ],
    [
      "a plan that became smaller",
      allowanceOf({ reported: { exercises: 10, minutes: 500 } }),
      used(9, 0),
      fresh,
      "NO_PLACE",
    ],
  ])("is judged by the rule with %s", (_, ...[allowance, amounts, wanted, fault]) => {
    expect(judgeAllowance(allowance, amounts, wanted)).toBe(fault);
  });

  test("is nine tenths of the plan's, of which a workspace gets at most nine tenths", () => {
    const plan = allowanceOf({ configured: { exercises: 1_000, minutes: 600 } });
    expect(ownLimits(plan)).toEqual({ exercises: 900, minutes: 540 });
    expect(workspaceLimits(plan)).toEqual({ exercises: 810, minutes: 486 });
    expect(workspaceLimits({ ...plan, sharePercent: 100 })).toEqual(workspaceLimits(plan));
    expect(workspaceLimits({ ...plan, sharePercent: 10 })).toEqual({ exercises: 90, minutes: 54 });
  });

  test("is nearly used from 80 % of the plan's places or minutes on", () => {
    expect(isNearlyUsed(allowanceOf(), { exercises: 15, minutes: 159 })).toBe(false);
    expect(isNearlyUsed(allowanceOf(), { exercises: 16, minutes: 0 })).toBe(true);
    expect(isNearlyUsed(allowanceOf(), { exercises: 0, minutes: 160 })).toBe(true);
    const drifted = allowanceOf({ drift: { exercises: 6, minutes: 0 } });
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
          const before = allowanceOf();
          const after = { ...before, reported, drift: differenceOf(account, ours) };
          const wanted = { isKnown, minutes: 3 };
          const asked = { ...ours, ofWorkspace: NOTHING };
          if (judgeAllowance(after, asked, wanted) !== null) return;
          expect(judgeAllowance(before, asked, wanted)).toBeNull();
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

/** The accesses at the time of each request, those the provider received by then, and the verdict. */
interface Turn {
  readonly now: Date;
  readonly isKnown: boolean;
  readonly fault: ReturnType<typeof judgeAllowance>;
  readonly workspaceId: string;
  readonly ours: readonly CountedAccess[];
  readonly accesses: readonly CountedAccess[];
}

type Wish = typeof wish extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Plays requests one after the other; each is judged by the results of those before it. */
function play(wishes: readonly Wish[], allowance: Allowance, laterUnitMs: number): readonly Turn[] {
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
    const fault = judgeAllowance(allowance, counted, { isKnown, minutes });
    if (fault === null && call.answered) accesses.push(access);
    if (fault === null && (call.answered || !call.released)) ours.push(access);
    turns.push({ now, isKnown, fault, workspaceId, ours: [...ours], accesses: [...accesses] });
  }
  return turns;
}

const since = (now: Date, days: number) => (access: CountedAccess) =>
  access.at.getTime() > now.getTime() - days * DAY_MS;
const minutesIn = (accesses: readonly CountedAccess[]) =>
  accesses.reduce((sum, { minutes }) => sum + minutes, 0);
const exercisesIn = (accesses: readonly CountedAccess[]) =>
  new Set(accesses.map(({ exerciseId }) => exerciseId)).size;

describe("In any history of requests", () => {
  test("the provider never counts more than our allowance, and no workspace gets the last tenth alone", () => {
    const allowance = allowanceOf({ configured: { exercises: 12, minutes: 120 } });
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 120 }), (wishes) => {
        for (const { now, isKnown, fault, workspaceId, ours, accesses } of play(
          wishes,
          allowance,
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
    const allowance = allowanceOf({ configured: { exercises: 12, minutes: 120 } });
    fc.assert(
      fc.property(fc.array(wish, { minLength: 1, maxLength: 60 }), (wishes) => {
        const last = play(wishes, allowance, 3_600_000).at(-1);
        const later = new Date((last?.now ?? START).getTime() + 31 * DAY_MS);
        const empty = countUsed(last?.ours ?? [], later, "w0");
        expect(judgeAllowance(allowance, empty, { isKnown: false, minutes: 12 })).toBeNull();
      }),
    );
  });

  test("a place is free from the reported instant on, and not earlier", () => {
    const allowance = allowanceOf({ configured: { exercises: 6, minutes: null } });
    fc.assert(
      fc.property(fc.array(wish, { minLength: 30, maxLength: 60 }), (wishes) => {
        const full = play(wishes, allowance, 900_000).filter(({ fault }) => fault === "NO_PLACE");
        for (const { ours, now } of full) {
          const counted = countUsed(ours, now, "nobody");
          const lastAsked = new Map(ours.map(({ exerciseId, at }) => [exerciseId, at]));
          const oldestFirst = [...lastAsked]
            .filter(([exerciseId]) => counted.knownIds.has(exerciseId))
            .map(([, at]) => at)
            .toSorted((one, other) => one.getTime() - other.getTime());
          const free = placeFreeAt(oldestFirst, counted.exercises + 1 - 5)?.getTime() ?? 0;
          const faultAt = (ms: number) =>
            judgeAllowance(allowance, countUsed(ours, new Date(ms), "nobody"), fresh);
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

describe("A media access", () => {
  test("is released only if the provider proves that it counted nothing", () => {
    const released = MEDIA_OUTCOMES.filter((outcome) => stateOf(outcome) === "RELEASED");
    expect(released).toEqual([
      "CAPPED_EXERCISES",
      "CAPPED_MINUTES",
      "RATE_LIMITED",
      "UNAUTHORISED",
      "NOT_FOUND",
      "NOT_REACHED",
    ]);
  });

  test("that meets the provider's cap closes the allowance, and nothing else does", () => {
    const closing = MEDIA_OUTCOMES.flatMap((outcome) => closedBy(outcome) ?? []);
    expect(closing).toEqual(["EXERCISES", "MINUTES"]);
  });

  const former = {
    actorUserId: "kim",
    exerciseId: "squat",
    reservedAt: START,
    isRefetch: false,
    isRefetched: false,
  };
  const asked = { actorUserId: "kim", exerciseId: "squat", now: START };
  test.each<[string, RefetchedAccess | null, Refetch, ProblemCode | null]>([
    ["once", former, asked, null],
    [
      "after 48 hours to the millisecond",
      former,
      { ...asked, now: new Date(START.getTime() + 2 * DAY_MS) },
      null,
    ],
    [
      "later",
      former,
      { ...asked, now: new Date(START.getTime() + 2 * DAY_MS + 1) },
      "MEDIA_REFETCH_SPENT",
    ],
    ["twice", { ...former, isRefetched: true }, asked, "MEDIA_REFETCH_SPENT"],
    ["twice in a row", { ...former, isRefetch: true }, asked, "MEDIA_REFETCH_SPENT"],
    ["by another", former, { ...asked, actorUserId: "lee" }, "NOT_FOUND"],
    ["of another exercise", former, { ...asked, exerciseId: "lunge" }, "NOT_FOUND"],
    ["of none", null, asked, "NOT_FOUND"],
  ])("is judged by the rule when refetched %s", (_, ...[access, refetch, code]) => {
    expect(judgeRefetch(access, refetch)).toBe(code);
  });
});

describe("A media address", () => {
  const HOSTS = ["cdn.example", "127.0.0.1:4455"];
  test.each([
    ["https://cdn.example/a.mp4?token=x", true],
    ["https://CDN.example/a.mp4", true],
    ["http://127.0.0.1:4455/a.mp4", true],
    ["http://cdn.example/a.mp4", false],
    ["https://cdn.example.evil.example/a.mp4", false],
    ["https://evil.example/cdn.example", false],
    ["https://cdn.example@evil.example/", false],
    ["https://kim:pass@cdn.example/a.mp4", false],
    ["https://cdn.example:444/a.mp4", false],
    ["http://127.0.0.1:9/a.mp4", false],
    ["javascript:alert(1)//cdn.example", false],
    ["data:text/html,cdn.example", false],
    ["ftp://cdn.example/a.mp4", false],
    ["//cdn.example/a.mp4", false],
    ["", false],
  ])("%s is accepted: %s", (text, isTaken) => {
    expect(isMediaUrl(text, HOSTS)).toBe(isTaken);
  });
});

test("The numbers in the code are those of the rule", () => {
  expect(ALLOWANCE).toEqual({
    ownPercent: 90,
    warnPercent: 80,
    mostSharePercent: 90,
    placeHours: 721,
    minutesDays: 31,
    unknownMinutes: 5,
  });
});
