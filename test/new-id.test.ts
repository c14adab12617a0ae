import { expect, test } from "@jest/globals";
import { validate, version } from "uuid";
import { newId } from "../db/new-id.ts";

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
