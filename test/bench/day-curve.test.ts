import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { hourOf, shareUntil } from "../../bench/simulate/day-curve.ts";

const hours = fc.double({ min: 0, max: 24, noNaN: true });

describe("The curve of a local day", () => {
  test("has all operations of the day done at its end, and none at its beginning", () => {
    expect(shareUntil(0)).toBe(0);
    expect(shareUntil(24)).toBeCloseTo(1, 12);
  });

  test("never goes back", () => {
    fc.assert(
      fc.property(hours, hours, (one, other) => {
        const [earlier, later] = one < other ? [one, other] : [other, one];
        expect(shareUntil(later)).toBeGreaterThanOrEqual(shareUntil(earlier));
      }),
    );
  });

  test("finds the hour of each share again", () => {
    fc.assert(
      fc.property(hours, (hour) => {
        expect(hourOf(shareUntil(hour))).toBeCloseTo(hour, 6);
      }),
    );
  });

  test("has three times the average in the busiest hour, as docs/scale.md assumes", () => {
    const rates = Array.from({ length: 24 }, (_, hour) => shareUntil(hour + 1) - shareUntil(hour));
    expect(Math.max(...rates) * 24).toBeCloseTo(3, 12);
  });
});
