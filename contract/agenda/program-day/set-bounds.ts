import type { LoadUnit } from "./vocabulary.ts";

/** Range of each number of a set (docs/rooms/workouts.md#sets). */
export const SET_BOUNDS: Readonly<Record<SetNumber, SetBounds>> = {
  reps: { min: 0, max: 1_000, step: 1 },
  seconds: { min: 0, max: 86_400, step: 1 },
  metres: { min: 0, max: 1_000_000, step: 0.01 },
  /** Rating of perceived exertion. */
  rpe: { min: 1, max: 10, step: 0.5 },
  /** Repetitions in reserve. */
  rir: { min: 0, max: 10, step: 1 },
};

/** Numbers of a set that have a fixed unit. */
export const SET_NUMBERS = ["reps", "seconds", "metres", "rpe", "rir"] as const;
export type SetNumber = (typeof SET_NUMBERS)[number];

/** Range of a load, by its unit. */
export const LOAD_BOUNDS: Readonly<Record<LoadUnit, SetBounds>> = {
  kg: { min: 0, max: 1_000, step: 0.001 },
  lb: { min: 0, max: 2_200, step: 0.001 },
};

/** Range of a number of a set, both bounds included; the number is a multiple of `step`. */
export interface SetBounds {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}
