import * as z from "zod";
import { LOAD_UNITS, SET_SOURCES } from "./program-day/vocabulary.ts";

const keySchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** Values of a set as they were typed; the exercise's modality decides which of them apply. */
export const setValuesSchema = z
  .strictObject({
    weight: z.strictObject({ value: z.number(), unit: z.enum(LOAD_UNITS) }).optional(),
    reps: z.number().optional(),
    seconds: z.number().optional(),
    metres: z.number().optional(),
    rpe: z.number().optional().describe("Exertion, from 1 to 10 in steps of 0.5."),
    rir: z.number().optional().describe("Repetitions in reserve, from 0 to 10."),
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
