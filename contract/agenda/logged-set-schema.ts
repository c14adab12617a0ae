import * as z from "zod";
import { LOAD_BOUNDS, SET_BOUNDS, type SetBounds } from "./program-day/set-bounds.ts";
import { LOAD_UNITS, SET_SOURCES } from "./program-day/vocabulary.ts";

const keySchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** Values of a set as they were typed; the exercise's modality decides which of them apply. */
export const setValuesSchema = z
  .strictObject({
    weight: z
      .strictObject({
        value: numberWithin(LOAD_BOUNDS.lb, "At most 1,000 kg or 2,200 lb, with three decimals."),
        unit: z.enum(LOAD_UNITS),
      })
      .optional(),
    reps: numberWithin(SET_BOUNDS.reps, "Repetitions.").optional(),
    seconds: numberWithin(SET_BOUNDS.seconds, "Seconds of work.").optional(),
    metres: numberWithin(SET_BOUNDS.metres, "Metres covered.").optional(),
    rpe: numberWithin(SET_BOUNDS.rpe, "Exertion, from 1 to 10 in steps of 0.5.").optional(),
    rir: numberWithin(SET_BOUNDS.rir, "Repetitions in reserve, from 0 to 10.").optional(),
  })
  .meta({ id: "SetValues", description: "Values of a set as performed." });

export const loggedSetSchema = z
  .strictObject({
    setKey: keySchema,
    exerciseKey: keySchema,
    values: setValuesSchema,
    completed: z.boolean(),
    source: z.enum(SET_SOURCES),
  })
  .meta({ id: "LoggedSet", description: "One set of a session." });

/** A number whose bounds apps read. The rules check them, and name value and reason. */
function numberWithin({ min, max, step }: SetBounds, description: string) {
  return z.number().meta({ minimum: min, maximum: max, multipleOf: step, description });
}
