import { SET_NUMBERS, type SetNumber } from "../agenda/program-day/set-bounds.ts";
import type { SetModality } from "../agenda/program-day/vocabulary.ts";

/** Measures that show how much of a set was done; if none was, the set failed. */
export const WORK_MEASURES = ["reps", "seconds", "metres"] as const satisfies readonly SetNumber[];

/** All values that a set may have. */
export const SET_INPUT_KEYS = ["weight", ...SET_NUMBERS] as const;
export type SetInputKey = (typeof SET_INPUT_KEYS)[number];

/** Values that each set must have, by the modality of its exercise; exertion only if required. */
export const MODALITY_VALUES: Readonly<Record<SetModality, readonly SetInputKey[]>> = {
  WEIGHT_REPS: ["weight", "reps"],
  REPS: ["reps"],
  SECONDS: ["seconds"],
  METRES_SECONDS: ["metres", "seconds"],
};

/** Unsent drafts that a device may keep: in total, and per task. */
export const DRAFT_LIMITS = { unsyncedDrafts: 2, draftsPerTask: 1 } as const;

/** Days for which packages and the sessions based on them are kept once they are no longer offered. */
export const PACKAGE_DAYS = 400;
