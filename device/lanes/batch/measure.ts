import { BATCH_LIMITS } from "../../../contract/sync/vocabulary.ts";
import { isJsonObject } from "../../json.ts";
import type { WireOperation } from "./open-operation.ts";

/** Size of an operation as the server counts it. */
export function measure(operation: WireOperation): Measure {
  return {
    bytes: new TextEncoder().encode(JSON.stringify(operation)).length + SEPARATOR,
    sets: countSets(operation.payload),
    values: countValues(operation.payload),
  };
}

/** Bytes of a body, sets and values (docs/rooms/wire.md#body-limits). */
export interface Measure {
  readonly bytes: number;
  readonly sets: number;
  readonly values: number;
}

/** The size of an empty batch. */
export const NOTHING: Measure = { bytes: 0, sets: 0, values: 0 };

/**
 * Maximum content of a batch. Bytes and values stay below those of the body (4 MB; 300,000), because its envelope
 * counts too. Sets are limited per payload; a batch has no more, which keeps transactions short.
 */
export const BATCH_CONTENT: Measure = {
  bytes: BATCH_LIMITS.bodyBytes - 256 * 1024,
  sets: BATCH_LIMITS.setsPerPayload,
  values: 250_000,
};

export function sum(one: Measure, other: Measure): Measure {
  return {
    bytes: one.bytes + other.bytes,
    sets: one.sets + other.sets,
    values: one.values + other.values,
  };
}

const SEPARATOR = 1;

/** Number of sets in a payload, counted as the server counts them before it reads the payload. */
function countSets({ sets }: WireOperation["payload"]): number {
  return Array.isArray(sets) ? sets.length : 0;
}

/** Members, items, and the objects and arrays themselves. */
function countValues(value: unknown): number {
  if (Array.isArray(value)) return countEach(value);
  return isJsonObject(value) ? countEach(Object.values(value)) : 1;
}

function countEach(values: readonly unknown[]): number {
  return values.reduce<number>((total, value) => total + countValues(value), 1);
}
