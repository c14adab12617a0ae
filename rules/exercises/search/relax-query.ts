import { anywhere } from "./build-query.ts";
import type { QueryPart } from "./read-query.ts";

/** Counts needed before words are left out: rows with the required parts, by the parts that they match. */
export type Relaxation = {
  /** Matches every row that may remain. */
  readonly required: string;
  /** One query for each part; the part without a match has none. */
  readonly parts: readonly (string | null)[];
};

/** The counts to make; null if no word may remain. The movement always remains. */
export function relaxationOf(parts: readonly QueryPart[]): Relaxation | null {
  const queries = parts.map((part) => (part.ways.length === 0 ? null : anywhere(part)));
  const movement = parts.findLastIndex(({ isMovement }) => isMovement);
  const possible = queries.filter((query) => query !== null);
  const required = movement < 0 ? possible.join(" | ") : queries[movement];
  return required ? { required, parts: queries } : null;
}

/**
 * The set that remains when only one part can match anything, so that nothing has to be counted; null if several can.
 */
export function onlySet({ parts }: Relaxation): number | null {
  const [set = null, ...others] = parts.flatMap((query, place) =>
    query === null ? [] : [2 ** place],
  );
  return others.length === 0 ? set : null;
}

/**
 * The set with the most words that some exercise matches; of equal ones, the one whose words were typed first. Null if
 * too little remains: without a movement, at least half of the words must remain, or the text would mean something
 * else.
 *
 * @param matched each set of parts that an exercise matches, as bits.
 */
export function keptParts(parts: readonly QueryPart[], matched: readonly number[]): number | null {
  const [best] = matched
    .filter((set) => set > 0)
    .toSorted((a, b) => sizeOf(parts, b) - sizeOf(parts, a) || a - b);
  if (best === undefined) return null;
  const all = 2 ** parts.length - 1;
  const hasMovement = parts.some(({ isMovement }) => isMovement);
  return hasMovement || 2 * sizeOf(parts, best) >= sizeOf(parts, all) ? best : null;
}

/** Whether a set contains a part. */
export function isKept(set: number, place: number): boolean {
  return Math.floor(set / 2 ** place) % 2 === 1;
}

const sizeOf = (parts: readonly QueryPart[], set: number) =>
  parts.reduce((sum, { terms }, place) => sum + (isKept(set, place) ? terms.length : 0), 0);
