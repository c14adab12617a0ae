import type { Random } from "../ports/clock.ts";

/** Randomness derived from a seed, so that a run can be replayed. */
export function makeDrawnRandom(seed: number): Random {
  // mulberry32: 32 bits of state are enough for a test's draws.
  let state = seed >>> 0;
  return { fraction, uuid };

  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Version 4, as a platform makes it. */
  function uuid(): string {
    const digits = Array.from({ length: 32 }, () => Math.floor(fraction() * 16).toString(16)).join(
      "",
    );
    const variant = "89ab".charAt(Math.floor(fraction() * 4));
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `${variant}${digits.slice(17, 20)}`,
      digits.slice(20),
    ].join("-");
  }
}
