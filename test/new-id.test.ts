import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { v5, validate, version } from "uuid";
import { batchIdAt, batchIdOf, idFrom, newId, receiptIdAt } from "../db/new-id.ts";

/** More than one drawing of randomness, and many in each millisecond. */
const MANY = 20_000;

test("ids come in order, each once, also within a millisecond", () => {
  const ids = Array.from({ length: MANY }, newId);
  expect(new Set(ids).size).toBe(MANY);
  expect(ids.toSorted()).toEqual(ids);
});

test("they are UUIDs of version 7 that tell when they were made, and differ in their random part", () => {
  const before = Date.now();
  const ids = Array.from({ length: MANY }, newId);
  const after = Date.now();
  for (const id of ids) {
    expect(validate(id) && version(id)).toBe(7);
    const madeAt = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
    expect(madeAt).toBeGreaterThanOrEqual(before);
    expect(madeAt).toBeLessThanOrEqual(after);
  }
  expect(new Set(ids.map((id) => id.slice(-10))).size).toBe(MANY);
});

const micros = fc.integer({ min: 0, max: 4_102_444_800_000_000 });

test("the id of a batch sorts as the database's clock did, and tells the instant", () => {
  fc.assert(
    fc.property(micros, fc.integer({ min: 1, max: 5_000 }), (at, later) => {
      const [id, next] = [batchIdAt(at), batchIdAt(at + later)];
      expect(validate(id) && version(id)).toBe(7);
      expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(Math.floor(at / 1_000));
      expect(id < next).toBe(true);
    }),
  );
});

test("two batches of one microsecond have different ids", () => {
  const ids = Array.from({ length: 1_000 }, () => batchIdAt(1_795_000_000_123_456));
  expect(new Set(ids).size).toBe(ids.length);
});

test("receipts stand behind their batch in the order sent, and nothing comes between them", () => {
  const batchId = batchIdAt(1_795_000_000_123_456);
  const ids = Array.from({ length: 300 }, (_, ordinal) => receiptIdAt(batchId, ordinal));
  expect([batchId, ...ids].toSorted()).toEqual([batchId, ...ids]);
  for (const id of ids) {
    expect(validate(id) && version(id)).toBe(7);
    expect(batchIdOf(id)).toBe(batchId);
  }
  expect(() => receiptIdAt(batchId, 65_535)).toThrow(RangeError);
});

test("the id that follows from another and a name is that of RFC 9562, version 5", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ unit: "grapheme", maxLength: 90 }), (id, name) => {
      expect(idFrom(id, name)).toBe(v5(name, id));
    }),
  );
  expect(() => idFrom("settlement/0", "name")).toThrow(TypeError);
});
