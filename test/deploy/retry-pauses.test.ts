import { expect, test } from "@jest/globals";
import { openRetryPauses } from "../../tools/production/database/retry-pauses.ts";

const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/** The pauses between attempts that are made as soon as they are due. */
function pausesOf(attempts: number): readonly number[] {
  const pauses = openRetryPauses({ firstMs: FIRST_MS, longestMs: LONGEST_MS });
  let now = 0;
  return Array.from({ length: attempts }, () => {
    pauses.tried("database_1", now);
    const from = now;
    while (!pauses.isDue("database_1", now)) now += 1_000;
    return now - from;
  });
}

test("The first attempt is due at once, and each further one after twice the pause, up to the longest", () => {
  expect(openRetryPauses({ firstMs: FIRST_MS, longestMs: LONGEST_MS }).isDue("one", 0)).toBe(true);
  expect(pausesOf(7)).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test("The pause starts anew after a quiet time, and each thing has a pause of its own", () => {
  const pauses = openRetryPauses({ firstMs: FIRST_MS, longestMs: LONGEST_MS });
  for (const now of [0, 2_000, 6_000]) pauses.tried("one", now);
  expect(pauses.isDue("one", 13_000)).toBe(false);
  expect(pauses.isDue("another", 13_000)).toBe(true);
  pauses.tried("one", 200_000);
  expect(pauses.isDue("one", 202_000)).toBe(true);
});
