import * as z from "zod";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";
import { programContentSchema } from "./program-schema.ts";

export const activeProgramSchema = z
  .strictObject({
    assignmentId: idSchema,
    planId: idSchema,
    planRevision: z.int().describe("The revision of the plan that `program` is."),
    followsNewer: z.boolean(),
    status: z.literal("ACTIVE"),
    startDate: localDateSchema,
    endDate: localDateSchema.nullable(),
    program: programContentSchema,
    days: z
      .array(z.strictObject({ localDate: localDateSchema, programDay: z.int() }))
      .describe(
        "The dates that are trained on, in their order, each with the number of its day in the program, counted from 0: week by seven, day within it.",
      ),
    updatedAt: instantSchema,
  })
  .meta({
    id: "ActiveProgram",
    description:
      "The program that a client follows at present, whole: its weeks, days, exercises and sets at the revision that is in force, and the dates they fall on. Dates before a change of revision ran by what was in force then. `updatedAt` tells one state of it from the next.",
  });
export type ActiveProgram = z.output<typeof activeProgramSchema>;
