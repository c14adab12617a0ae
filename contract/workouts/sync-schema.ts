import * as z from "zod";
import {
  canonicalIdSchema,
  operationResultSchema,
  operationSchema,
  receiptSchema,
  refetchHintSchema,
  syncRequestSchema,
} from "../sync/schema.ts";
import { BATCH_LIMITS, PERFORMED_FROM } from "../sync/vocabulary.ts";
import { idSchema, instantSchema } from "../wire.ts";
import { workoutConflictSchema } from "./conflict-schema.ts";
import { CLIENT_BATCH_STATUSES, SESSION_STATUSES } from "./session-vocabulary.ts";

const workoutOperationSchema = operationSchema.refine(
  ({ operationType }) => operationType.startsWith("workout."),
  { path: ["operationType"], error: "Not an operation on a session" },
);

/** Body of the write half (docs/rooms/workouts.md#sync). */
export const sessionBatchSchema = syncRequestSchema
  .omit({ clientCursor: true })
  .extend({
    clientBatchId: idSchema.describe(
      "The batch's name, to ask for its result if the answer was lost.",
    ),
    operations: z.array(workoutOperationSchema).min(1).max(BATCH_LIMITS.operations),
  })
  .meta({
    id: "WorkoutSessionBatch",
    description: "Queued operations on sessions, in order, under a name.",
  });

export const sessionStateSchema = z
  .strictObject({
    sessionId: idSchema,
    clientSessionId: idSchema,
    taskId: idSchema,
    creditedTaskId: idSchema
      .nullable()
      .describe("The task that it completed; null if there is none."),
    status: z.enum(SESSION_STATUSES),
    frozenRevision: z.int().nullable().describe("Revision of the draft as submitted or corrected."),
    performedFrom: z.enum(PERFORMED_FROM).nullable().describe("The label of the accepted session."),
    acceptedAt: instantSchema.nullable(),
    correctableUntil: instantSchema.nullable(),
    reviewedAt: instantSchema.nullable(),
  })
  .meta({ id: "SessionState", description: "Present state of a session." });
export type SessionState = z.output<typeof sessionStateSchema>;

const sessionsSchema = z
  .array(sessionStateSchema)
  .describe("Sessions with an accepted operation in the batch, in their present state.");

const batchStatusSchema = z
  .enum(CLIENT_BATCH_STATUSES)
  .describe("PENDING while any operation waits; otherwise whether all were accepted.");

export const sessionBatchAnswerSchema = z
  .strictObject({
    clientBatchId: idSchema,
    batchStatus: batchStatusSchema,
    accepted: z.array(operationResultSchema),
    duplicates: z.array(operationResultSchema).describe("Those accepted earlier."),
    rejected: z
      .array(operationResultSchema)
      .describe("The draft stays as it is and can be corrected."),
    conflicts: z.array(operationResultSchema).describe("The draft waits for the client's choice."),
    waiting: z
      .array(operationResultSchema)
      .describe("Not final: send them again unchanged, under the same ids."),
    conflictDetails: z
      .array(workoutConflictSchema)
      .describe("Conflicts of the drafts, in their present state."),
    canonicalIds: z.array(canonicalIdSchema),
    sessions: sessionsSchema,
    refetch: z.array(refetchHintSchema).describe("Data of the day to read again, each once."),
  })
  .meta({
    id: "WorkoutSessionBatchAnswer",
    description:
      "The verdicts on a batch of session operations, grouped by what the device does with them.",
  });
export type SessionBatchAnswer = z.output<typeof sessionBatchAnswerSchema>;

/** Path and query of the lookup. */
export const clientBatchParamsSchema = z.strictObject({ clientBatchId: idSchema });
export const clientBatchQuerySchema = z.strictObject({ deviceId: idSchema });

export const clientBatchSchema = z
  .strictObject({
    clientBatchId: idSchema,
    batchStatus: batchStatusSchema,
    receivedAt: instantSchema,
    processedAt: instantSchema
      .nullable()
      .describe("When the last verdict was given; null while any operation waits."),
    failureReason: z
      .string()
      .nullable()
      .describe("Why an operation cannot be decided, as a code; null if there is no such reason."),
    receipts: z.array(receiptSchema).describe("As far as they are kept in full."),
    conflicts: z.array(receiptSchema),
    conflictDetails: z
      .array(workoutConflictSchema)
      .describe("Conflicts of the drafts, in their present state."),
    sessions: sessionsSchema,
    waiting: z.array(z.string()).describe("Ids of the operations without a verdict."),
    retryAfterSeconds: z
      .int()
      .nullable()
      .describe("When to ask or send again; null if everything is final."),
  })
  .meta({
    id: "ClientBatch",
    description: "Result of a batch that a device sent under a name.",
  });
export type ClientBatchAnswer = z.output<typeof clientBatchSchema>;
