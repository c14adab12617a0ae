/** Values of the byte by which relationships are shared out. */
const BYTES = 256;

/** The share of a lane: relationships whose id ends with a byte from `first` to `last`. */
export interface LaneShare {
  readonly first: number;
  readonly last: number;
}

/** Shares of all lanes, in their order; together they are every relationship, each once. */
export function laneShares(count: number): readonly LaneShare[] {
  return Array.from({ length: count }, (_, lane) => ({
    first: Math.ceil((lane * BYTES) / count),
    last: Math.ceil(((lane + 1) * BYTES) / count) - 1,
  }));
}

/** Lanes that a product may have: each has a share. */
export const MOST_LANES = BYTES;
