import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { doublingPause, SETTLE_PAUSES } from "../../rules/outbox/doubling-pause.ts";
import { triesWithin, untilNextRun } from "../../rules/outbox/tries-within.ts";

test("the first try is always made; further tries are made only if they begin within the time limit", () => {
  fc.assert(
    fc.property(fc.integer({ min: -60_000, max: 172_800_000 }), (leftMs) => {
      const tries = triesWithin(leftMs, SETTLE_PAUSES);
      expect(tries).toBeGreaterThanOrEqual(1);
      if (tries > 1) expect(pausesOf(tries)).toBeLessThanOrEqual(leftMs);
      expect(pausesOf(tries + 1)).toBeGreaterThan(leftMs);
    }),
  );
});

test("the next run of a schedule is a whole number of intervals after this one, and within one interval from now", () => {
  const instants = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(
      instants,
      instants,
      fc.integer({ min: 1_000, max: 86_400_000 }),
      (scheduledAt, now, everyMs) => {
        const leftMs = untilNextRun({ scheduledAt, everyMs }, now);
        expect(leftMs).toBeGreaterThan(0);
        expect(leftMs).toBeLessThanOrEqual(everyMs);
        expect(Math.abs((now.getTime() + leftMs - scheduledAt.getTime()) % everyMs)).toBe(0);
      },
    ),
  );
});

function pausesOf(tries: number) {
  return Array.from({ length: tries - 1 }, (_, index) =>
    doublingPause(index + 1, SETTLE_PAUSES),
  ).reduce((sum, pause) => sum + pause, 0);
}
