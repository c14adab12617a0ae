import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { bisect } from "../../../activities/bisect.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { rowFaultOf } from "../../../db/fault-class.ts";

const own = new Error("the item's own fault");

const cases = fc
  .integer({ min: 1, max: 200 })
  .chain((count) =>
    fc.tuple(fc.constant(count), fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }))),
  );

describe("A bisection", () => {
  test("finds exactly the items that fail alone, and applies every other one once and in order", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ([count, bad]) => {
        const items = Array.from({ length: count }, (_, index) => index);
        const { bisection } = trying(new Set(bad));
        const { done, failed } = await bisect(items, bisection);
        expect(failed.map(({ item }) => item)).toEqual(bad.toSorted((a, b) => a - b));
        expect(done.flat()).toEqual(items.filter((item) => !bad.includes(item)));
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
    const attempt = async (items: readonly number[]) =>
      items.length > 1
        ? ({ kind: "FAILED", fault: own } as const)
        : ({ kind: "DONE", result: items } as const);
    const { done, failed } = await bisect([1, 2, 3], { attempt, isOwn: () => true });
    expect(done.flat()).toEqual([1, 2, 3]);
    expect(failed).toEqual([]);
  });

  test("stops at once on a fault that is not an item's own", async () => {
    const trouble = new Error("trouble");
    const tries: unknown[] = [];
    const attempt = async (items: readonly number[]) => {
      tries.push(items);
      return { kind: "FAILED", fault: trouble } as const;
    };
    const trial = bisect([1, 2, 3], { attempt, isOwn: (fault) => fault === own });
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

/** Tries items of which some always fail, and counts the tries. */
function trying(bad: ReadonlySet<number>) {
  const tries: (readonly number[])[] = [];
  const attempt = async (items: readonly number[]) => {
    tries.push(items);
    return items.some((item) => bad.has(item))
      ? ({ kind: "FAILED", fault: own } as const)
      : ({ kind: "DONE", result: items } as const);
  };
  return { tries, bisection: { attempt, isOwn: (fault: unknown) => fault === own } };
}
