/** The share of a lane: relationships whose id ends with a byte from `first` to `last`. */
export interface LaneShare {
  readonly first: number;
  readonly last: number;
}

/** Number of values of the byte that assigns relationships to lanes. */
const BYTES = 256;

/** The shares of all lanes, in order; together they cover every relationship exactly once. */
export function laneShares(count: number): readonly LaneShare[] {
  return Array.from({ length: count }, (_, lane) => ({
    first: Math.ceil((lane * BYTES) / count),
    last: Math.ceil(((lane + 1) * BYTES) / count) - 1,
  }));
}

/** Maximum number of lanes: each needs a share. */
export const MOST_LANES = BYTES;
