import * as z from "zod";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";
import { programContentSchema } from "./program-schema.ts";

export const activeProgramSchema = z
  .strictObject({
    assignmentId: idSchema,
    planId: idSchema,
    planRevision: z.int().describe("The plan's revision that `program` shows."),
    followsNewer: z.boolean(),
    status: z.literal("ACTIVE"),
    startDate: localDateSchema,
    endDate: localDateSchema.nullable(),
    program: programContentSchema,
    days: z
      .array(z.strictObject({ localDate: localDateSchema, programDay: z.int() }))
      .describe(
        "The training dates in order, each with the number of its day in the program. Days are counted from 0: seven per week, plus the day within the week.",
      ),
    updatedAt: instantSchema,
  })
  .meta({
    id: "ActiveProgram",
    description:
      "The whole program that a client follows at present: its weeks, days, exercises and sets at the revision in force, and their dates. Dates before a change of revision followed the revision in force then. `updatedAt` changes with every state of it.",
  });
export type ActiveProgram = z.output<typeof activeProgramSchema>;
