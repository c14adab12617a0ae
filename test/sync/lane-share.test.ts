import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { laneShares, MOST_LANES } from "../../rules/sync/lane-share.ts";

const counts = Array.from({ length: MOST_LANES }, (_, index) => index + 1);

test("every byte belongs to exactly one lane, for every number of lanes", () => {
  for (const count of counts) {
    const shares = laneShares(count);
    expect(shares).toHaveLength(count);
    const bytes = shares.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    );
    expect(bytes).toEqual(Array.from({ length: 256 }, (_, byte) => byte));
  }
});

test("no lane has more than one byte more than another", () => {
  fc.assert(
    fc.property(fc.constantFrom(...counts), (count) => {
      const sizes = laneShares(count).map(({ first, last }) => last - first + 1);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }),
  );
});
