import * as z from "zod";
import { loggedSetSchema } from "../agenda/logged-set-schema.ts";
import { TASK_STATUSES } from "../agenda/vocabulary.ts";
import { clientOperationIdSchema, receiptSchema } from "../sync/schema.ts";
import { PERFORMED_FROM } from "../sync/vocabulary.ts";
import { idSchema, instantSchema, localDateSchema, pageQuerySchema } from "../wire.ts";
import { loggedExerciseSchema, removedSetSchema } from "./session-schema.ts";
import {
  CONFLICT_CHOICES,
  CONFLICT_COMPARISONS,
  CONFLICT_KINDS,
  CONFLICT_RESOLUTIONS,
  CONFLICT_STATUSES,
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
      .describe("Prescriptions that changed, of exercises in both versions."),
  })
  .meta({
    id: "WorkoutConflictExplanation",
    description: "How a refused draft differs from the server's version, computed when it is read.",
  });
export type ConflictExplanation = z.output<typeof explanationSchema>;

export const workoutConflictSchema = z
  .strictObject({
    conflictId: idSchema,
    kind: z.enum(CONFLICT_KINDS),
    status: z.enum(CONFLICT_STATUSES),
    options: z
      .array(z.enum(CONFLICT_CHOICES))
      .readonly()
      .describe("Empty once the conflict is resolved."),
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
        sessionId: idSchema.nullable().describe("The accepted session."),
        packageId: idSchema
          .nullable()
          .describe("The package that is offered now, of the task or of its replacement."),
        taskId: idSchema.nullable().describe("The task of that package."),
        revision: z.int().nullable().describe("Revision of that task; null before it is made."),
      })
      .describe("What the draft conflicts with."),
    latestReceiptId: idSchema,
    openedAt: instantSchema,
    latestAt: instantSchema,
    expiresAt: instantSchema.describe("When the draft is deleted if nobody chooses."),
    resolvedAt: instantSchema.nullable(),
    explanation: explanationSchema.nullable().describe("Null once the draft is deleted."),
  })
  .meta({
    id: "WorkoutConflict",
    description: "A draft that the server could not accept, with an explanation.",
  });
export type WorkoutConflictView = z.output<typeof workoutConflictSchema>;

/** Query of a client's drafts in conflict: open and resolved ones by default. */
export const workoutConflictsQuerySchema = pageQuerySchema.extend({
  status: z.enum(CONFLICT_STATUSES).optional(),
});

export const conflictParamsSchema = z.strictObject({ conflictId: idSchema });

export const resolveConflictSchema = z
  .strictObject({
    deviceId: idSchema,
    resolution: z.enum(CONFLICT_CHOICES),
    draft: z.strictObject({
      clientSessionId: idSchema,
      frozenRevision: z.int().min(1).max(2_147_483_647).describe("Revision of the kept draft."),
    }),
    operationIds: z
      .array(clientOperationIdSchema)
      .max(50)
      .default([])
      .describe(
        "For RESUBMIT the accepted operations, one of which replaces the refused one; for DISCARD the id of the discarding operation; ignored for REFRESH.",
      ),
  })
  .refine(({ resolution, operationIds }) => resolution !== "RESUBMIT" || operationIds.length > 0, {
    path: ["operationIds"],
    error: "RESUBMIT needs at least one",
  })
  .refine(({ resolution, operationIds }) => resolution !== "DISCARD" || operationIds.length < 2, {
    path: ["operationIds"],
    error: "DISCARD takes at most one",
  })
  .meta({ id: "ResolveWorkoutConflict", description: "Choice about a refused draft." });
export type ResolveConflict = z.output<typeof resolveConflictSchema>;

export const resolvedConflictSchema = z
  .strictObject({
    conflict: workoutConflictSchema,
    receipts: z
      .array(receiptSchema)
      .describe("Receipts of the operations that resolved it, as far as kept."),
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
        "Packages that are offered now for the task or its replacement; to be fetched unless the phone has them.",
      ),
    task: z
      .strictObject({ taskId: idSchema, status: z.enum(TASK_STATUSES), revision: z.int() })
      .nullable()
      .describe(
        "Session of the draft, or the one accepted instead of it; null if it was never made.",
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
      .describe("Status of that session; null if no operation of the draft was ever accepted."),
  })
  .meta({ id: "ResolvedWorkoutConflict", description: "Result of a conflict." });
export type ResolvedConflictAnswer = z.output<typeof resolvedConflictSchema>;
