import * as z from "zod";
import { loggedSetSchema } from "../agenda/logged-set-schema.ts";
import { programExerciseSchema } from "../agenda/program-day/schema.ts";
import { idSchema, instantSchema, localDateSchema, pageQuerySchema } from "../wire.ts";
import { exerciseSkipSchema } from "./session-schema.ts";
import { PERFORMED_FROM } from "../sync/vocabulary.ts";
import { RECORD_MEASURES, SESSION_STATUSES } from "./session-vocabulary.ts";

/** Query of a client's sessions, newest day first; all days by default. */
export const coachSessionsQuerySchema = z
  .strictObject({
    ...pageQuerySchema.shape,
    from: localDateSchema.optional(),
    to: localDateSchema.optional(),
    status: z.enum(SESSION_STATUSES).optional(),
  })
  .refine(({ from = "", to = "9999-12-31" }) => from <= to, { path: ["to"], error: "Before from" });

export const coachSessionParamsSchema = z.strictObject({
  relationshipId: idSchema,
  sessionId: idSchema,
});

const sessionFacts = {
  sessionId: idSchema,
  taskId: idSchema.describe(
    "The task that the session was begun for, or the one that its day would have had.",
  ),
  creditedTaskId: idSchema
    .nullable()
    .describe("The task that it completed; null if there is none."),
  assignmentId: idSchema,
  programDay: z.int().describe("Number of the day in the program, from 0."),
  localDate: localDateSchema,
  title: z.string(),
  status: z.enum(SESSION_STATUSES),
  performedFrom: z
    .enum(PERFORMED_FROM)
    .nullable()
    .describe("What it was based on; null if it was not submitted."),
  startedAt: instantSchema.nullable(),
  finishedAt: instantSchema.nullable(),
  acceptedAt: instantSchema.nullable(),
  correctableUntil: instantSchema.nullable(),
  reviewedAt: instantSchema.nullable().describe("The first review."),
  changedAfterReviewAt: instantSchema
    .nullable()
    .describe("When it was corrected after the last review; null if it was not."),
  setsAsked: z.int(),
  setsDone: z.int(),
};

export const coachSessionSchema = z
  .strictObject(sessionFacts)
  .meta({ id: "WorkoutSession", description: "A session of a client as lists show it." });
export type CoachSession = z.output<typeof coachSessionSchema>;

const personalRecordSchema = z
  .strictObject({
    measure: z.enum(RECORD_MEASURES),
    value: z.int().describe("In grams, or in repetitions."),
    sessionId: idSchema.describe("The session that first reached it."),
    localDate: localDateSchema,
  })
  .meta({
    id: "PersonalRecord",
    description: "A client's best result in an exercise.",
  });

const exerciseResultSchema = z
  .strictObject({
    heaviestGrams: z.int().nullable(),
    mostRepetitions: z.int().nullable(),
    estimatedMaximumGrams: z.int().nullable(),
    records: z
      .array(personalRecordSchema)
      .describe("Records of the same exercise, in their present state."),
  })
  .meta({ id: "ExerciseResult", description: "Results of a session in an exercise." });
export type CoachExerciseResult = z.output<typeof exerciseResultSchema>;

const trainedExerciseSchema = z
  .strictObject({
    asked: programExerciseSchema,
    done: z.strictObject({
      exerciseId: idSchema.nullable(),
      name: z.string().describe("Name of the alternative, if one was chosen."),
      alternativeKey: z.string().nullable(),
      order: z.int().nullable(),
      note: z.string().nullable(),
      skip: exerciseSkipSchema.nullable(),
      sets: z.array(loggedSetSchema),
    }),
    result: exerciseResultSchema
      .nullable()
      .describe("Null if nothing was done, and until the session is settled."),
  })
  .meta({
    id: "TrainedExercise",
    description: "An exercise as prescribed and as performed.",
  });

export const coachSessionDetailSchema = z
  .strictObject({
    ...sessionFacts,
    note: z.string().nullable(),
    exercises: z.array(trainedExerciseSchema),
  })
  .meta({
    id: "WorkoutSessionDetail",
    description: "A client's session with the prescription and the present records.",
  });
export type CoachSessionDetail = z.output<typeof coachSessionDetailSchema>;

export const reviewedSessionSchema = z
  .strictObject({
    sessionId: idSchema,
    reviewedAt: instantSchema.describe("The first review."),
  })
  .meta({ id: "ReviewedSession", description: "A session that a coach has reviewed." });
export type ReviewedSession = z.output<typeof reviewedSessionSchema>;
