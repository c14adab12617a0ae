import type { Random } from "../../ports/clock.ts";

/** Randomness of Node and of browsers. */
export const standardRandom: Random = {
  uuid: () => crypto.randomUUID(),
  fraction: () => Math.random(),
};
