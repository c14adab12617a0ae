import type { LoadUnit, SetModality } from "../agenda/program-day/vocabulary.ts";

/** Range of a number of a set, both bounds included; the number is a multiple of `step`. */
export interface SetBounds {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Range of a load, by its unit. */
export const LOAD_BOUNDS: Readonly<Record<LoadUnit, SetBounds>> = {
  kg: { min: 0, max: 1_000, step: 0.001 },
  lb: { min: 0, max: 2_200, step: 0.001 },
};

/** Numbers of a set that have a fixed unit. */
export const SET_NUMBERS = ["reps", "seconds", "metres", "rpe", "rir"] as const;
export type SetNumber = (typeof SET_NUMBERS)[number];

export const SET_BOUNDS: Readonly<Record<SetNumber, SetBounds>> = {
  reps: { min: 0, max: 1_000, step: 1 },
  seconds: { min: 0, max: 86_400, step: 1 },
  metres: { min: 0, max: 1_000_000, step: 0.01 },
  /** Rating of perceived exertion. */
  rpe: { min: 1, max: 10, step: 0.5 },
  /** Repetitions in reserve. */
  rir: { min: 0, max: 10, step: 1 },
};

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
