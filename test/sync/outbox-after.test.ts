import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { outboxAfter } from "../../rules/sync/outbox-after.ts";

const oldestRecordedAt = "2026-01-05T08:00:00.000Z";
const health = { depth: 3, oldestRecordedAt, rejected: 1, conflicted: 2 };

describe("the remaining outbox", () => {
  test.each([
    [0, { depth: 3, oldestRecordedAt }],
    [2, { depth: 1, oldestRecordedAt }],
    [3, { depth: 0, oldestRecordedAt: null }],
    [50, { depth: 0, oldestRecordedAt: null }],
  ])("after %d answers", (answered, left) => {
    expect(outboxAfter(health, answered)).toEqual({ ...health, ...left });
  });

  test("is nothing without a report", () => expect(outboxAfter(null, 4)).toBeNull());

  test("does not depend on how the answers arrive", () => {
    const count = fc.nat({ max: 60 });
    fc.assert(
      fc.property(count, count, count, (depth, first, second) => {
        const reported = { ...health, depth };
        const inTwo = outboxAfter(outboxAfter(reported, first), second);
        expect(inTwo).toEqual(outboxAfter(reported, first + second));
      }),
    );
  });
});
