import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { busiestHour, extrapolate } from "../../bench/simulate/extrapolate.ts";

const costs = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), {
  minLength: 1,
  maxLength: 24,
});
const phones = fc.integer({ min: 1, max: 1_000 });
const ALL = 1_000_000;
/** A replay whose cost is proportional to its phones. */
const linear = (hours: readonly number[], replayed: number) => ({
  factor: ALL / replayed,
  hours: hours.map((cost) => cost * replayed),
  doubt: 0,
});
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describe("extrapolate()", () => {
  test("is exact for a cost that is proportional to the phones, whatever the factors", () => {
    fc.assert(
      fc.property(costs, phones, phones, (hours, few, many) => {
        const both = [linear(hours, few), linear(hours, many)] as const;
        const { value, error, agrees } = extrapolate(both, 0.2);
        expect(value / ALL).toBeCloseTo(sumOf(hours), 6);
        expect(error / ALL).toBeCloseTo(0.2 * sumOf(hours), 6);
        expect(agrees).toBe(true);
      }),
    );
  });

  test("says the same whichever replay came first", () => {
    fc.assert(
      fc.property(costs, costs, (hours, others) => {
        const [one, other] = [linear(hours, 10), linear(others.slice(0, hours.length), 20)];
        const [there, back] = [extrapolate([one, other], 0.2), extrapolate([other, one], 0.2)];
        expect(there.value).toBeCloseTo(back.value, 6);
        expect(there.runs).toEqual(back.runs.toReversed());
      }),
    );
  });

  test("disagrees if one replay costs half as much again in every hour", () => {
    const hours = Array.from({ length: 24 }, () => 2);
    const dearer = hours.map((cost) => cost * 1.5);
    const { agrees, runs } = extrapolate([linear(hours, 10), linear(dearer, 20)], 0.2);
    expect([agrees, runs]).toEqual([false, [48 * ALL, 72 * ALL]]);
  });

  test("states a larger error the more the hours of two replays differ", () => {
    const hours = Array.from({ length: 24 }, () => 2);
    const noisy = hours.map((cost, hour) => cost + (hour % 2 === 0 ? 1 : -1));
    const calm = extrapolate([linear(hours, 10), linear(hours, 20)], 0.2);
    const loud = extrapolate([linear(hours, 10), linear(noisy, 20)], 0.2);
    expect(loud.error).toBeGreaterThan(calm.error);
    expect(loud.agrees).toBe(true);
  });
});

test("The doubt about the idle stack of both replays is part of the error, for each hour that counts", () => {
  const hours = Array.from({ length: 24 }, () => 2);
  const [one, other] = [linear(hours, 10), linear(hours, 20)] as const;
  const [few, many] = [
    { ...one, doubt: 3 },
    { ...other, doubt: 8 },
  ] as const;
  const ofHour = Math.hypot(3 * few.factor, 8 * many.factor);
  expect(extrapolate([few, many], 0).error).toBeCloseTo(24 * ofHour, 3);
  expect(extrapolate([few, many], 0, 7).error).toBeCloseTo(ofHour, 3);
});

test("The error of one hour is that of the day over the square root of its hours", () => {
  const noisy = Array.from({ length: 24 }, (_, hour) => (hour % 2 === 0 ? 3 : 1));
  const both = [linear(noisy, 10), linear(noisy.toReversed(), 20)] as const;
  const [day, hour] = [extrapolate(both, 0), extrapolate(both, 0, 7)];
  expect(hour.value).toBeCloseTo(2 * ALL, 3);
  expect(day.error / hour.error).toBeCloseTo(Math.sqrt(24), 6);
});

test("The busiest hour is the one in which both replays together used most", () => {
  expect(busiestHour([linear([1, 5, 2], 10), linear([1, 2, 6], 20)])).toBe(2);
});
