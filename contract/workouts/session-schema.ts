import * as z from "zod";
import { loggedSetSchema, type setValuesSchema } from "../agenda/logged-set-schema.ts";
import { PROGRAM_DAY_LIMITS } from "../agenda/program-day/vocabulary.ts";
import { SKIP_REASONS } from "../quick-log/vocabulary.ts";
import { BATCH_LIMITS } from "../sync/vocabulary.ts";
import { refusedAs } from "../payload-fault.ts";
import { payloadChecksumSchema } from "../sync/schema.ts";
import { idSchema, instantSchema, textSchema } from "../wire.ts";
import { SESSION_LIMITS } from "./session-vocabulary.ts";

const keySchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const draftRevisionSchema = z.int().min(1).max(2_147_483_647);
const orderSchema = z.int().min(0).max(1_000);

export type SetValues = z.output<typeof setValuesSchema>;
export type LoggedSet = z.output<typeof loggedSetSchema>;

const areUnlike = (keys: readonly string[]) => new Set(keys).size === keys.length;

/** Origin of a draft; every operation has it, so that the first to arrive can create the session. */
const draftShape = {
  clientSessionId: idSchema.describe("The phone's id of the draft."),
  clientRevision: draftRevisionSchema.describe("Revision of the draft; it grows with each change."),
  taskId: idSchema.describe("Id of the task, or of the one that its day will have."),
  packageId: idSchema,
  packageChecksum: payloadChecksumSchema,
};

export const exerciseSkipSchema = z
  .strictObject({
    reason: z.enum(SKIP_REASONS).nullable().default(null),
    note: textSchema(SESSION_LIMITS.skipNoteLength).min(1).nullable().default(null),
  })
  .meta({ id: "ExerciseSkip", description: "Why an exercise was skipped." });
export type ExerciseSkip = z.output<typeof exerciseSkipSchema>;

const exerciseNoteSchema = textSchema(SESSION_LIMITS.exerciseNoteLength).min(1).nullable();

export const loggedExerciseSchema = z
  .strictObject({
    exerciseKey: keySchema,
    order: orderSchema.nullable().default(null),
    note: exerciseNoteSchema.default(null),
    skip: exerciseSkipSchema.nullable().default(null),
    alternativeKey: keySchema.nullable().default(null),
  })
  .meta({ id: "LoggedExercise", description: "How an exercise was performed, without its sets." });
export type LoggedExercise = z.output<typeof loggedExerciseSchema>;

const setsSchema = z
  .array(loggedSetSchema)
  .min(1)
  .max(BATCH_LIMITS.setsPerPayload)
  .refine(
    (sets) => areUnlike(sets.map(({ setKey }) => setKey)),
    refusedAs("DUPLICATE", "A set is named twice"),
  );

const confirmedSchema = z
  .boolean()
  .default(false)
  .describe("Whether the client confirmed that all sets are ticked at once.");

export const removedSetSchema = z
  .strictObject({ setKey: keySchema, removed: z.literal(true) })
  .meta({ id: "RemovedSet", description: "Removes a set that was not performed." });

/** Payload of each operation on a session, version 1 (docs/rooms/workouts.md#operations). */
export const WORKOUT_PAYLOADS = {
  "workout.start-session": z
    .strictObject({ ...draftShape, startedAt: instantSchema })
    .meta({ id: "StartSessionPayload", description: "Starts the session of a workout." }),
  "workout.upsert-exercise": z
    .strictObject({
      ...draftShape,
      exerciseKey: keySchema,
      note: exerciseNoteSchema,
      order: orderSchema.nullable(),
    })
    .meta({ id: "UpsertExercisePayload", description: "A note on an exercise." }),
  "workout.upsert-set": z
    .strictObject({ ...draftShape, confirmed: confirmedSchema, sets: setsSchema })
    .meta({ id: "UpsertSetPayload", description: "Sets as performed, by their keys." }),
  "workout.skip-exercise": z
    .strictObject({
      ...draftShape,
      exerciseKey: keySchema,
      reason: exerciseSkipSchema.shape.reason,
      note: exerciseSkipSchema.shape.note,
    })
    .meta({ id: "SkipExercisePayload", description: "Skips an exercise of a session." }),
  "workout.use-alternative": z
    .strictObject({ ...draftShape, exerciseKey: keySchema, alternativeKey: keySchema.nullable() })
    .meta({
      id: "UseAlternativePayload",
      description: "Chooses an alternative to an exercise; null returns to the prescribed one.",
    }),
  "workout.submit-session": z
    .strictObject({
      ...draftShape,
      frozenRevision: draftRevisionSchema.describe("Revision of the draft that is submitted."),
      startedAt: instantSchema,
      finishedAt: instantSchema,
      confirmed: confirmedSchema,
      note: textSchema(SESSION_LIMITS.sessionNoteLength).min(1).nullable().default(null),
      exercises: z
        .array(loggedExerciseSchema)
        .max(PROGRAM_DAY_LIMITS.exercisesPerDay)
        .refine(
          (all) => areUnlike(all.map(({ exerciseKey }) => exerciseKey)),
          refusedAs("DUPLICATE", "An exercise is named twice"),
        ),
      sets: setsSchema,
    })
    .meta({
      id: "SubmitSessionPayload",
      description: "The whole session, complete: what it omits is deleted.",
    }),
  "workout.correct-session": z
    .strictObject({
      ...draftShape,
      confirmed: confirmedSchema,
      reason: textSchema(SESSION_LIMITS.reasonLength).min(1).nullable().default(null),
      sets: z
        .array(z.union([removedSetSchema, loggedSetSchema]))
        .min(1)
        .max(BATCH_LIMITS.setsPerPayload)
        .refine(
          (sets) => areUnlike(sets.map(({ setKey }) => setKey)),
          refusedAs("DUPLICATE", "A set is named twice"),
        ),
    })
    .meta({
      id: "CorrectSessionPayload",
      description: "Corrects the sets of a submitted session.",
    }),
  "workout.discard-session": z
    .strictObject({
      ...draftShape,
      reason: textSchema(SESSION_LIMITS.reasonLength).min(1).nullable().default(null),
    })
    .meta({ id: "DiscardSessionPayload", description: "Discards the draft of a session." }),
} as const;

/** Types of operations on sessions. */
export type WorkoutOperationType = keyof typeof WORKOUT_PAYLOADS;

type PayloadOf<Type extends WorkoutOperationType> = z.output<(typeof WORKOUT_PAYLOADS)[Type]>;
export type StartSession = PayloadOf<"workout.start-session">;
export type SubmitSession = PayloadOf<"workout.submit-session">;
export type CorrectSession = PayloadOf<"workout.correct-session">;

/** Request of an operation on a session. */
export type WorkoutIntent = {
  readonly [Type in WorkoutOperationType]: {
    readonly kind: Type;
    readonly payload: PayloadOf<Type>;
  };
}[WorkoutOperationType];
