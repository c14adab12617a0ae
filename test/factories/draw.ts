/** Numbers drawn from a seed, the same for the same seed. */
export interface Draw {
  /** A whole number from 0 up to, and without, `below`. */
  below(below: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

/** A separate mulberry32 generator, so that a campaign can be repeated. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError("Nothing to pick from");
      return value;
    },
  };
}
