import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { FIRST_WIDTH, nextWidth } from "../../rules/outbox/next-width.ts";

/** The outcome of a group: failures, and how long until its actors polled. */
const meetings = fc.record({
  failedCount: fc.nat({ max: 20 }),
  sweptMs: fc.option(fc.nat({ max: 1_500 })),
});

test("the sweep wakes four to twenty actors at once, and half as many after a late or refused group", () => {
  fc.assert(
    fc.property(fc.array(meetings, { maxLength: 40 }), (courses) => {
      let width = FIRST_WIDTH;
      for (const met of courses) {
        const next = nextWidth({ width, ...met });
        expect(next).toBeGreaterThanOrEqual(4);
        expect(next).toBeLessThanOrEqual(20);
        const isTooMuch = met.failedCount > 0 || met.sweptMs === null;
        if (isTooMuch) expect(next).toBe(Math.max(4, Math.floor(width / 2)));
        else expect(next).toBeGreaterThanOrEqual(width);
        width = next;
      }
    }),
  );
});

test("the sweep wakes ever larger groups, up to the limit, while actors poll at once", () => {
  let width = FIRST_WIDTH;
  for (let group = 0; group < 20; group += 1)
    width = nextWidth({ width, failedCount: 0, sweptMs: 80 });
  expect(width).toBe(20);
});
