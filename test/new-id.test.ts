import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { v5, validate, version } from "uuid";
import { batchIdAt, batchIdOf, idFrom, newId, receiptIdAt } from "../db/platform/new-id.ts";

/** More than one block of random bytes, and many ids in each millisecond. */
const MANY = 20_000;

test("New ids are ordered and unique, even within a millisecond", () => {
  const ids = Array.from({ length: MANY }, newId);
  expect(new Set(ids).size).toBe(MANY);
  expect(ids.toSorted()).toEqual(ids);
});

test("New ids are UUIDs of version 7 with their time, and differ in their random part", () => {
  const before = Date.now();
  const ids = Array.from({ length: MANY }, newId);
  const after = Date.now();
  expect(ids.filter((id) => !validate(id) || version(id) !== 7)).toEqual([]);
  const times = ids.map((id) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(before);
  expect(Math.max(...times)).toBeLessThanOrEqual(after);
  // Two of 20,000 draws of 40 bits are equal once in 5,500 runs; two of the first 2,000 once in 550,000.
  const drawn = ids.slice(0, 2_000).map((id) => id.slice(-10));
  expect(new Set(drawn).size).toBe(drawn.length);
});

const micros = fc.integer({ min: 0, max: 4_102_444_800_000_000 });

test("The id of a batch sorts by the database's clock and contains the instant", () => {
  fc.assert(
    fc.property(micros, fc.integer({ min: 1, max: 5_000 }), (at, later) => {
      const [id, next] = [batchIdAt(at), batchIdAt(at + later)];
      expect(validate(id) && version(id)).toBe(7);
      expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(Math.floor(at / 1_000));
      expect(id < next).toBe(true);
    }),
  );
});

test("Two batches of one microsecond have different ids", () => {
  const ids = Array.from({ length: 1_000 }, () => batchIdAt(1_795_000_000_123_456));
  expect(new Set(ids).size).toBe(ids.length);
});

test("Receipt ids follow their batch in the order sent, with nothing between them", () => {
  const batchId = batchIdAt(1_795_000_000_123_456);
  const ids = Array.from({ length: 300 }, (_, ordinal) => receiptIdAt(batchId, ordinal));
  expect([batchId, ...ids].toSorted()).toEqual([batchId, ...ids]);
  for (const id of ids) {
    expect(validate(id) && version(id)).toBe(7);
    expect(batchIdOf(id)).toBe(batchId);
  }
  expect(() => receiptIdAt(batchId, 65_535)).toThrow(RangeError);
});

test("An id derived from another id and a name is that of RFC 9562, version 5", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ unit: "grapheme", maxLength: 90 }), (id, name) => {
      expect(idFrom(id, name)).toBe(v5(name, id));
    }),
  );
  expect(() => idFrom("settlement/0", "name")).toThrow(TypeError);
});
