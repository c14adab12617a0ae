import type { LoadUnit, SetModality } from "../agenda/vocabulary.ts";

/** Bounds of a number that a set is told with, both included; `step` is what it is a multiple of. */
export interface SetBounds {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** A load's bounds by the unit it is told in. */
export const LOAD_BOUNDS: Readonly<Record<LoadUnit, SetBounds>> = {
  kg: { min: 0, max: 1_000, step: 0.001 },
  lb: { min: 0, max: 2_200, step: 0.001 },
};

/** Numbers without a choice of units that a set may be told with. */
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

/** What of a set says how much was done of it: none of it at all, and the set failed. */
export const WORK_MEASURES = ["reps", "seconds", "metres"] as const satisfies readonly SetNumber[];

/** Everything that a set may be told with. */
export const SET_INPUT_KEYS = ["weight", ...SET_NUMBERS] as const;
export type SetInputKey = (typeof SET_INPUT_KEYS)[number];

/** What each set has to be told with, by the modality of its exercise; exertion where it is asked. */
export const MODALITY_VALUES: Readonly<Record<SetModality, readonly SetInputKey[]>> = {
  WEIGHT_REPS: ["weight", "reps"],
  REPS: ["reps"],
  SECONDS: ["seconds"],
  METRES_SECONDS: ["metres", "seconds"],
};

/** Drafts that a device may keep unsent, of all tasks and of one. */
export const DRAFT_LIMITS = { unsyncedDrafts: 2, draftsPerTask: 1 } as const;

/** Days that packages and what is trained in them are kept once they are offered no more. */
export const PACKAGE_DAYS = 400;
