import * as z from "zod";
import { loggedSetSchema } from "../agenda/logged-set-schema.ts";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";
import { PERFORMED_FROM, WORKOUT_LOG_STATUSES } from "./vocabulary.ts";

/** Result of a program's workout; one for each assignment, program day and local date. */
export const workoutLogSchema = z
  .strictObject({
    assignmentId: idSchema,
    programDay: z.int().describe("Number of the day in the program, from 0."),
    localDate: localDateSchema,
    taskId: idSchema,
    status: z.enum(WORKOUT_LOG_STATUSES),
    sessionId: idSchema
      .nullable()
      .describe(
        "The accepted session, otherwise the one with the newest operation; null if there is none.",
      ),
    clientSessionId: idSchema.nullable().describe("The phone's name for it."),
    performedFrom: z
      .enum(PERFORMED_FROM)
      .nullable()
      .describe("What an accepted session was based on."),
    acceptedAt: instantSchema.nullable(),
    correctableUntil: instantSchema.nullable(),
    reviewedAt: instantSchema.nullable(),
    sets: z.array(loggedSetSchema),
  })
  .meta({ id: "WorkoutLog", description: "A workout in the read half of sync." });
export type WorkoutLog = z.output<typeof workoutLogSchema>;
