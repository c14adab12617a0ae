import type { CheckLine } from "../lines.ts";
import { CHECKS_OF_COACHING } from "./coaching.ts";
import { CHECKS_OF_EXERCISES } from "./exercises.ts";
import { CHECKS_OF_PEOPLE } from "./people.ts";

/** CHECKs that do more than list words, with the code that computes or reads the values. */
export const CHECKS: readonly CheckLine[] = [
  ...CHECKS_OF_PEOPLE,
  ...CHECKS_OF_COACHING,
  ...CHECKS_OF_EXERCISES,
];
