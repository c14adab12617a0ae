import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { bisect, type Bisection } from "../../../activities/bisect.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { rowFaultOf } from "../../../db/platform/transactions/fault-class.ts";

const own = new Error("the item's own fault");

const cases = fc
  .integer({ min: 1, max: 200 })
  .chain((count) =>
    fc.tuple(fc.constant(count), fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }))),
  );

describe("A bisection", () => {
  test("finds exactly the items that fail alone, and returns a result of each item once and in order", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([count, bad]) => {
        const items = Array.from({ length: count }, (_, index) => index);
        const { bisection, failed } = trying(new Set(bad));
        const results = await bisect(items, bisection);
        expect(failed).toEqual(bad.toSorted((a, b) => a - b));
        expect(results.flat()).toEqual(items);
      }),
    );
  });

  test("needs one try if nothing fails, and few for one faulty item among many", async () => {
    const items = Array.from({ length: 128 }, (_, index) => index);
    const good = trying(new Set());
    await bisect(items, good.bisection);
    expect(good.tries).toHaveLength(1);
    const one = trying(new Set([77]));
    await bisect(items, one.bisection);
    expect(one.tries).toHaveLength(15);
  });

  test("does not blame an item whose fault does not repeat alone", async () => {
    const { bisection, failed } = trying(new Set());
    const together = async (items: readonly number[]) => {
      if (items.length > 1) throw own;
      return items;
    };
    const results = await bisect([1, 2, 3], { ...bisection, together });
    expect(results.flat()).toEqual([1, 2, 3]);
    expect(failed).toEqual([]);
  });

  test("stops at once on a fault that is not an item's own", async () => {
    const trouble = new Error("trouble");
    const tries: unknown[] = [];
    const together = async (items: readonly number[]) => {
      tries.push(items);
      throw trouble;
    };
    const trial = bisect([1, 2, 3], { ...trying(new Set()).bisection, together });
    await expect(trial).rejects.toBe(trouble);
    expect(tries).toHaveLength(1);
  });
});

describe("A fault of one row", () => {
  const coded = (code: string) => Object.assign(new Error("x"), { code });
  test.each([
    ["22003", "VALUE"],
    ["22P02", "VALUE"],
    ["23514", "CONSTRAINT"],
    ["23505", "CONSTRAINT"],
    ["ERR_INVALID_ARG_TYPE", "RULE"],
  ])("includes %s: %s", (code, kind) => {
    expect(rowFaultOf(coded(code))).toBe(kind);
    expect(rowFaultOf(new Error("wrapped", { cause: coded(code) }))).toBe(kind);
  });

  test.each([
    "08006",
    "25P02",
    "25P03",
    "40001",
    "40P01",
    "42703",
    "53300",
    "55P03",
    "57014",
    "57P01",
    "P0001",
    "XX000",
    "ECONNRESET",
  ])("excludes %s", (code) => {
    expect(rowFaultOf(coded(code))).toBeNull();
    expect(rowFaultOf(new Error("wrapped", { cause: coded(code) }))).toBeNull();
  });

  test("includes an error of a rule, and excludes a refusal and a lost connection", () => {
    expect(rowFaultOf(new RangeError("Invalid time"))).toBe("RULE");
    expect(rowFaultOf(new Refusal("UNAVAILABLE"))).toBeNull();
    expect(rowFaultOf(new Error("Connection terminated unexpectedly"))).toBeNull();
    expect(rowFaultOf("text")).toBeNull();
  });
});

/** Tries items of which some always fail, and lists the tries and the items that failed alone. */
function trying(bad: ReadonlySet<number>) {
  const tries: (readonly number[])[] = [];
  const failed: number[] = [];
  const bisection: Bisection<number, readonly number[]> = {
    async together(items) {
      tries.push(items);
      if (items.some((item) => bad.has(item))) throw own;
      return items;
    },
    async alone(item) {
      failed.push(item);
      return [item];
    },
    isOwn: (fault) => fault === own,
  };
  return { tries, failed, bisection };
}
