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

/** Body of the write half (docs/rules.md#workout-sync). */
export const sessionBatchSchema = syncRequestSchema
  .omit({ clientCursor: true })
  .extend({
    clientBatchId: idSchema.describe("The batch's name; asked by it when its answer was lost."),
    operations: z.array(workoutOperationSchema).min(1).max(BATCH_LIMITS.operations),
  })
  .meta({
    id: "WorkoutSessionBatch",
    description: "Queued operations on sessions, in their order, under a name.",
  });

export const sessionStateSchema = z
  .strictObject({
    sessionId: idSchema,
    clientSessionId: idSchema,
    taskId: idSchema,
    creditedTaskId: idSchema.nullable().describe("The task that it completed; null for none."),
    status: z.enum(SESSION_STATUSES),
    frozenRevision: z.int().nullable().describe("Of the draft as it was submitted or corrected."),
    performedFrom: z.enum(PERFORMED_FROM).nullable().describe("The label of what counts."),
    acceptedAt: instantSchema.nullable(),
    correctableUntil: instantSchema.nullable(),
    reviewedAt: instantSchema.nullable(),
  })
  .meta({ id: "SessionState", description: "How a session stands now." });
export type SessionState = z.output<typeof sessionStateSchema>;

const sessionsSchema = z
  .array(sessionStateSchema)
  .describe("Those that something of the batch was accepted for, as they stand now.");

const batchStatusSchema = z
  .enum(CLIENT_BATCH_STATUSES)
  .describe("PENDING while any of it waits; else whether all of it was accepted.");

export const sessionBatchAnswerSchema = z
  .strictObject({
    clientBatchId: idSchema,
    batchStatus: batchStatusSchema,
    accepted: z.array(operationResultSchema),
    duplicates: z.array(operationResultSchema).describe("Those that were accepted before."),
    rejected: z.array(operationResultSchema).describe("The draft stays as it is, to be mended."),
    conflicts: z.array(operationResultSchema).describe("The draft waits for somebody to choose."),
    waiting: z
      .array(operationResultSchema)
      .describe("Not final: to be sent again as they are, under the same ids."),
    conflictDetails: z
      .array(workoutConflictSchema)
      .describe("Of the drafts in conflict, as they stand now."),
    canonicalIds: z.array(canonicalIdSchema),
    sessions: sessionsSchema,
    refetch: z.array(refetchHintSchema).describe("What of the day to read again, each once."),
  })
  .meta({
    id: "WorkoutSessionBatchAnswer",
    description:
      "The verdicts of a batch of operations on sessions, by what the device does with them.",
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
      .describe("When the last verdict fell; null while any waits."),
    failureReason: z
      .string()
      .nullable()
      .describe("Why something of it can not be decided, in a word; null for nothing of the kind."),
    receipts: z.array(receiptSchema).describe("As far as they are kept in full."),
    conflicts: z.array(receiptSchema),
    conflictDetails: z
      .array(workoutConflictSchema)
      .describe("Of the drafts in conflict, as they stand now."),
    sessions: sessionsSchema,
    waiting: z.array(z.string()).describe("Ids of the operations without a verdict."),
    retryAfterSeconds: z
      .int()
      .nullable()
      .describe("When to ask or send again; null when all is final."),
  })
  .meta({
    id: "ClientBatch",
    description: "What became of a batch that a device sent under a name.",
  });
export type ClientBatchAnswer = z.output<typeof clientBatchSchema>;
