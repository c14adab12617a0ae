import * as z from "zod";
import { loggedSetSchema } from "../agenda/logged-set-schema.ts";
import { TASK_STATUSES } from "../agenda/vocabulary.ts";
import { clientOperationIdSchema, receiptSchema } from "../sync/schema.ts";
import { PERFORMED_FROM } from "../sync/vocabulary.ts";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";
import { loggedExerciseSchema, removedSetSchema } from "./session-schema.ts";
import {
  CONFLICT_CHOICES,
  CONFLICT_COMPARISONS,
  CONFLICT_KINDS,
  CONFLICT_RESOLUTIONS,
  DRAFT_DIFFERENCES,
  SESSION_STATUSES,
  TARGET_PARTS,
} from "./session-vocabulary.ts";

/** A refused operation of any type, as its conflict keeps it. */
export const refusedDraftSchema = z.looseObject({
  exercises: z.array(loggedExerciseSchema).optional(),
  sets: z.array(z.union([removedSetSchema, loggedSetSchema])).optional(),
});
export type RefusedDraft = z.output<typeof refusedDraftSchema>;

const differenceSchema = z.enum(DRAFT_DIFFERENCES);

const explanationSchema = z
  .strictObject({
    comparedWith: z.enum(CONFLICT_COMPARISONS),
    exercises: z
      .array(z.strictObject({ exerciseKey: z.string(), difference: differenceSchema }))
      .readonly(),
    sets: z
      .array(
        z.strictObject({
          setKey: z.string(),
          exerciseKey: z.string().nullable(),
          difference: differenceSchema,
        }),
      )
      .readonly(),
    targets: z
      .array(
        z.strictObject({
          exerciseKey: z.string(),
          parts: z.array(z.enum(TARGET_PARTS)).readonly(),
        }),
      )
      .readonly()
      .describe("What is asked for otherwise now, of exercises that both have."),
  })
  .meta({
    id: "WorkoutConflictExplanation",
    description:
      "How a refused draft differs from what the server holds, computed when it is read.",
  });
export type ConflictExplanation = z.output<typeof explanationSchema>;

export const workoutConflictSchema = z
  .strictObject({
    conflictId: idSchema,
    kind: z.enum(CONFLICT_KINDS),
    status: z.enum(["OPEN", "RESOLVED"]),
    options: z.array(z.enum(CONFLICT_CHOICES)).readonly().describe("None once it is resolved."),
    resolution: z.enum(CONFLICT_RESOLUTIONS).nullable(),
    localReference: z
      .strictObject({
        clientSessionId: idSchema,
        clientOperationId: z.string().describe("The operation that was refused last."),
        deviceId: idSchema,
        frozenRevision: z.int(),
        taskId: idSchema,
        packageId: idSchema,
        localDate: localDateSchema,
      })
      .describe("The draft, as its phone knows it."),
    serverReference: z
      .strictObject({
        sessionId: idSchema.nullable().describe("The session that counts."),
        packageId: idSchema
          .nullable()
          .describe("The package that is offered now, of the task or of the one in its place."),
        taskId: idSchema.nullable().describe("The task of that package."),
        revision: z.int().nullable().describe("Of that task; null before it is made."),
      })
      .describe("What stands in its way."),
    latestReceiptId: idSchema,
    openedAt: instantSchema,
    latestAt: instantSchema,
    expiresAt: instantSchema.describe("When the draft goes if nobody chooses."),
    resolvedAt: instantSchema.nullable(),
    explanation: explanationSchema.nullable().describe("Null once the draft is gone."),
  })
  .meta({
    id: "WorkoutConflict",
    description: "A draft that the server could not take, explained.",
  });
export type WorkoutConflictView = z.output<typeof workoutConflictSchema>;

export const conflictParamsSchema = z.strictObject({ conflictId: idSchema });

export const resolveConflictSchema = z
  .strictObject({
    deviceId: idSchema,
    resolution: z.enum(CONFLICT_CHOICES),
    draft: z.strictObject({
      clientSessionId: idSchema,
      frozenRevision: z.int().min(1).max(2_147_483_647).describe("Of the draft that is kept."),
    }),
    operationIds: z
      .array(clientOperationIdSchema)
      .max(50)
      .default([])
      .describe(
        "Of RESUBMIT the accepted operations, one of them sent in place of the refused one; of DISCARD the id to discard under; of REFRESH none is looked at.",
      ),
  })
  .refine(({ resolution, operationIds }) => resolution !== "RESUBMIT" || operationIds.length > 0, {
    path: ["operationIds"],
    error: "At least one of RESUBMIT",
  })
  .refine(({ resolution, operationIds }) => resolution !== "DISCARD" || operationIds.length < 2, {
    path: ["operationIds"],
    error: "At most one of DISCARD",
  })
  .meta({ id: "ResolveWorkoutConflict", description: "What is to become of a refused draft." });
export type ResolveConflict = z.output<typeof resolveConflictSchema>;

export const resolvedConflictSchema = z
  .strictObject({
    conflict: workoutConflictSchema,
    receipts: z.array(receiptSchema).describe("Of the operations that ended it, as far as kept."),
    packages: z
      .array(
        z.strictObject({
          taskId: idSchema,
          packageId: idSchema,
          packageChecksum: z.string(),
          snapshotChecksum: z.string(),
        }),
      )
      .describe(
        "What of the task, or in its place, is offered now, to be fetched unless the phone keeps it.",
      ),
    task: z
      .strictObject({ taskId: idSchema, status: z.enum(TASK_STATUSES), revision: z.int() })
      .nullable()
      .describe(
        "Of the draft, or of the session that was accepted in its place; null for one that was never made.",
      ),
    session: z
      .strictObject({
        sessionId: idSchema,
        status: z.enum(SESSION_STATUSES),
        frozenRevision: z.int().nullable(),
        performedFrom: z.enum(PERFORMED_FROM).nullable(),
        correctableUntil: instantSchema.nullable(),
      })
      .nullable()
      .describe(
        "The draft's, or the one that was accepted in its place; null where nothing of the draft was ever taken.",
      ),
  })
  .meta({ id: "ResolvedWorkoutConflict", description: "What became of a conflict." });
export type ResolvedConflictAnswer = z.output<typeof resolvedConflictSchema>;
