import { pauseAfter, remainingMs } from "../../../device/lanes/pauses.ts";
import type { Vectors } from "./types.ts";

/** Pauses before retries, for a given random number. */
export function pauseVectors(): Vectors {
  return {
    name: "pauses",
    description:
      "`pauseMs` follows from the failed tries, a random number from 0 up to 1, and the pause that the server named or null. `remainingMs` is what is left until a stored instant; an instant further away than 15 minutes proves a clock that was set back, and is due.",
    cases: [
      ...TRIES.flatMap((tries) => FRACTIONS.map((random) => pauseCase(tries, random, null))),
      ...NAMED.map((namedMs) => pauseCase(3, 0.5, namedMs)),
      ...RETRIES.map((retryAt) => ({ retryAt, now: NOW, remainingMs: remainingMs(retryAt, NOW) })),
    ],
  };
}

const TRIES = [1, 2, 5, 10, 11, 30];
const FRACTIONS = [0, 0.25, 0.999];
const NAMED = [0, 2_500, 60_000, 3_600_000];
const NOW = 1_767_600_000_000;
const RETRIES = [null, NOW - 1, NOW + 1_000, NOW + 900_000, NOW + 900_001];

function pauseCase(tries: number, random: number, namedMs: number | null): object {
  const drawn = { uuid: () => "", fraction: () => random };
  return { tries, random, namedMs, pauseMs: pauseAfter(tries, drawn, namedMs) };
}
