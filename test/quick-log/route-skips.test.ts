import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { SKIP_REASONS, type SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { routeSkips, type SkipOccurrence } from "../../rules/quick-log/route-skips.ts";

let number = 0;

const fresh = { isNew: true };

describe("a skip reaches the coach", () => {
  test.each(["PAIN_OR_INJURY", "ILLNESS", "SIDE_EFFECT", "CONFUSED", "REQUEST_HELP"] as const)(
    "at once when it says %s",
    (reason) => {
      expect(routeSkips([skip(reason, 1, fresh)])).toMatchObject([{ reasonGroup: "NEEDS_HELP" }]);
    },
  );

  test.each(["FOOD_UNAVAILABLE", "EQUIPMENT_UNAVAILABLE", "PLAN_TOO_HARD"] as const)(
    "at the second %s in seven local days, or with a help note",
    (reason) => {
      expect(routeSkips([skip(reason, 1, fresh)])).toEqual([]);
      expect(routeSkips([skip(reason, 1), skip(reason, 8, fresh)])).toEqual([]);
      expect(routeSkips([skip(reason, 1), skip(reason, 7, fresh)])).toMatchObject([
        { reasonGroup: "OBSTACLE", occurrenceCount: 2 },
      ]);
      expect(routeSkips([skip(reason, 1, { ...fresh, hasNote: true })])).toHaveLength(1);
    },
  );

  test.each([
    "BUSY",
    "FORGOT",
    "TRAVEL",
    "NOT_HUNGRY",
    "ALREADY_DONE_OUTSIDE_APP",
    "OTHER",
  ] as const)("at the third %s in seven local days, note or not", (reason) => {
    const noted = { ...fresh, hasNote: true };
    expect(routeSkips([skip(reason, 1), skip(reason, 2, noted)])).toEqual([]);
    expect(routeSkips([skip(reason, 1), skip("FORGOT", 4), skip(reason, 7, noted)])).toMatchObject([
      { reasonGroup: "ROUTINE", occurrenceCount: 3 },
    ]);
  });

  test("as one for each reason group and source context, with the newest skip", () => {
    const skips = [
      skip("PAIN_OR_INJURY", 1, fresh),
      skip("ILLNESS", 2, fresh),
      skip("ILLNESS", 2, { ...fresh, sourceContext: "DAILY_EXECUTION" }),
    ];
    expect(routeSkips(skips)).toMatchObject([
      { sourceContext: "NUTRITION", occurrence: { localDate: "2026-03-02" }, occurrenceCount: 2 },
      { sourceContext: "DAILY_EXECUTION", occurrenceCount: 1 },
    ]);
  });

  test("for each reason that a session gives, and counts those of one group once", () => {
    const ofSession = (reason: SkipReason, change: object = {}) =>
      skip(reason, 1, { countsWith: "session", ...change });
    const busy = [ofSession("BUSY"), ofSession("FORGOT", fresh), ofSession("TRAVEL", fresh)];
    expect(routeSkips(busy)).toEqual([]);
    const others = [skip("OTHER", 2), skip("BUSY", 3, fresh)];
    expect(routeSkips([...busy, ...others])).toMatchObject([{ occurrenceCount: 3 }]);
    const help = [ofSession("CONFUSED"), ofSession("ILLNESS", fresh)];
    expect(routeSkips(help)).toMatchObject([
      { occurrence: { reason: "ILLNESS" }, occurrenceCount: 1 },
    ]);
  });

  test("when a phone delivers the earlier day last", () => {
    expect(
      routeSkips([skip("FOOD_UNAVAILABLE", 7), skip("FOOD_UNAVAILABLE", 2, fresh)]),
    ).toMatchObject([{ occurrenceCount: 2 }]);
  });

  test("only for new skips, and never more often than there are groups and contexts", () => {
    const occurrence = fc.record({
      reason: fc.constantFrom(...SKIP_REASONS),
      day: fc.integer({ min: 1, max: 28 }),
      isNew: fc.boolean(),
      hasNote: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(occurrence), (drawn) => {
        const skips = drawn.map(({ reason, day, ...change }) => skip(reason, day, change));
        const attention = routeSkips(skips);
        expect(attention.length).toBeLessThanOrEqual(3);
        for (const { occurrence: found } of attention) expect(found.isNew).toBe(true);
      }),
    );
  });
});

function skip(reason: SkipReason, day: number, change: Partial<SkipOccurrence> = {}) {
  number += 1;
  const receiptId = String(number).padStart(8, "0");
  return {
    receiptId,
    countsWith: receiptId,
    taskId: `task-${number}`,
    localDate: `2026-03-${String(day).padStart(2, "0")}`,
    sourceContext: "NUTRITION",
    reason,
    hasNote: false,
    isNew: false,
    ...change,
  };
}
