import { describe, expect, test } from "@jest/globals";
import { checkChain } from "../../../web/support/devices/check-chain.ts";

const PRUNED_BEFORE = new Date("2025-10-01T00:00:00Z");
const receipt = (chainSeq: number, decidedAt = "2026-11-26T08:00:00.000Z") => ({
  chainSeq,
  hash: `hash-${chainSeq}`,
  decidedAt,
});
const HEAD = { seq: 5, hash: "hash-5" };
const check = (receipts: readonly ReturnType<typeof receipt>[]) =>
  checkChain(HEAD, receipts, PRUNED_BEFORE);

describe("the chain of a device's receipts, as support checks it", () => {
  test("receipts without a gap below the head are in order, also if older ones were not read", () => {
    expect(check([receipt(5), receipt(4), receipt(3)])).toEqual({
      faults: [],
      newest: 5,
      oldest: 3,
    });
  });

  test("receipts that came after the head was read are in order", () => {
    expect(check([receipt(7), receipt(6), receipt(5)]).faults).toEqual([]);
  });

  test("missing receipts are named, at the head and between two others", () => {
    expect(check([receipt(4), receipt(1)]).faults).toEqual([
      { kind: "MISSING", from: 5, to: 5 },
      { kind: "MISSING", from: 2, to: 3 },
    ]);
    expect(check([]).faults).toEqual([{ kind: "MISSING", from: 1, to: 5 }]);
  });

  test("a gap among receipts so old that they may be pruned is none", () => {
    expect(check([receipt(5), receipt(2, "2025-09-01T00:00:00.000Z")]).faults).toEqual([]);
  });

  test("a receipt that is listed twice or out of order is named", () => {
    expect(check([receipt(5), receipt(5)]).faults).toEqual([{ kind: "MISPLACED", from: 5, to: 5 }]);
    expect(check([receipt(5), receipt(3), receipt(4)]).faults).toContainEqual({
      kind: "MISPLACED",
      from: 4,
      to: 4,
    });
  });

  test("a newest receipt with another hash than the device's chain is named", () => {
    const { faults } = check([{ ...receipt(5), hash: "other" }, receipt(4)]);
    expect(faults).toEqual([{ kind: "OTHER_HASH", from: 5, to: 5 }]);
  });

  test("a device without receipts has a whole chain", () => {
    expect(checkChain({ seq: 0, hash: "0" }, [], PRUNED_BEFORE).faults).toEqual([]);
  });
});
