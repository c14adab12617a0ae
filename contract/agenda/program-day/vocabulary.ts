/** Whether the client may skip a program's day or exercise, and whether a reason is required. */
export const SKIP_POLICIES = ["ALLOWED", "WITH_REASON", "NOT_ALLOWED"] as const;

/** Measures in which a set of an exercise is recorded. */
export const SET_MODALITIES = ["WEIGHT_REPS", "REPS", "SECONDS", "METRES_SECONDS"] as const;
export type SetModality = (typeof SET_MODALITIES)[number];

/** Units of a load, as typed. */
export const LOAD_UNITS = ["kg", "lb"] as const;
export type LoadUnit = (typeof LOAD_UNITS)[number];

/** How a set was ticked; a bulk tick requires the client's confirmation. */
export const SET_SOURCES = ["EXPLICIT_TAP", "BULK_ACTION"] as const;

/** Limits of a day's training. */
export const PROGRAM_DAY_LIMITS = {
  exercisesPerDay: 40,
  setsPerExercise: 30,
  alternativesPerExercise: 10,
} as const;
