import * as z from "zod";
import { attachmentSchema } from "../media/schema.ts";
import { idSchema, instantSchema, lineSchema, localeSchema, timezoneSchema } from "../wire.ts";
import {
  BATCH_LIMITS,
  CATEGORIES,
  CHANGE_ACTORS,
  REFETCH_REASONS,
  RESOLUTIONS,
  RESULT_STATUSES,
  SCOPE_STATES,
  SYNC_ENTITY_TYPES,
} from "./vocabulary.ts";

/** Opaque id of one user action, the same on every retry. */
export const clientOperationIdSchema = z
  .string()
  .regex(/^[\x21-\x7e]+$/, { error: "Visible ASCII only" })
  .max(BATCH_LIMITS.clientOperationIdLength);

/** `sha-256:<hex>` over the RFC 8785 form of the payload. */
export const payloadChecksumSchema = z
  .string()
  .regex(/^sha-256:[0-9a-f]{64}$/, { error: "Expected sha-256:<64 lower case hex digits>" });

/** Revision of an object as a device last saw it, within the range of revisions. */
export const expectedRevisionSchema = z.int().min(0).max(2_147_483_647);

const countSchema = z.int().min(0).max(1_000_000);

export const outboxHealthSchema = z
  .strictObject({
    depth: countSchema,
    oldestRecordedAt: instantSchema.nullable(),
    rejected: countSchema,
    conflicted: countSchema,
  })
  .nullable()
  .catch(null)
  .meta({
    id: "ClientOutboxHealth",
    description: "Outbox health a device may tell; a malformed one is dropped, never refused.",
  });
export type ClientOutboxHealth = z.infer<typeof outboxHealthSchema>;

const diagnosticsSchema = z
  .record(z.string().max(64), z.union([z.number(), z.boolean(), z.string().max(200)]))
  .optional()
  .catch(undefined);

export const operationMetadataSchema = z
  .strictObject({
    appVersion: lineSchema(50).optional(),
    timezone: timezoneSchema.optional(),
    locale: localeSchema.optional(),
    diagnostics: diagnosticsSchema,
  })
  .meta({
    id: "OperationMetadata",
    description: "App, zone and language an operation was made in.",
  });

/** Any JSON object, exactly as sent: its checksum covers even a name that `z.record` would drop (`__proto__`). */
const payloadSchema = z
  .custom<Record<string, unknown>>(isJsonObject, { error: "Expected an object" })
  .meta({ type: "object" });

/** Media attached to an operation, each upload once; not part of its fingerprint. */
const attachmentsSchema = z
  .array(attachmentSchema)
  .max(BATCH_LIMITS.attachments)
  .refine((list) => new Set(list.map(({ uploadId }) => uploadId)).size === list.length, {
    error: "An upload is there twice",
  });

/** docs/rules.md#sync-operation-envelope */
export const operationSchema = z
  .strictObject({
    clientOperationId: clientOperationIdSchema,
    operationType: z
      .string()
      .regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/)
      .max(100),
    operationVersion: z.int().min(1).max(1_000),
    localSequence: z.int().min(0),
    expectedRevision: expectedRevisionSchema.optional(),
    clientRecordedAt: instantSchema,
    payloadChecksum: payloadChecksumSchema,
    payload: payloadSchema,
    metadata: operationMetadataSchema.optional(),
    attachments: attachmentsSchema.optional(),
    dependsOn: z
      .array(clientOperationIdSchema)
      .max(BATCH_LIMITS.dependencies)
      .optional()
      .describe(
        "Operations that must be accepted first; an id field of the payload may name what they made.",
      ),
    resubmitOf: clientOperationIdSchema
      .optional()
      .describe(
        "The operation that was not accepted, and that this one is sent in place of; should it still come, it is refused.",
      ),
    resubmitChain: z
      .array(clientOperationIdSchema)
      .max(BATCH_LIMITS.resubmitChain)
      .optional()
      .describe(
        "The operations that `resubmitOf` itself was sent in place of, newest first, as far back as the device has no verdict. With them at most one operation of the chain is accepted, in whatever order they arrive.",
      ),
  })
  .meta({
    id: "Operation",
    description:
      "One mutation that a device queued, as it is sent: what it does, to what, and when it was recorded.",
  });
export type Operation = z.infer<typeof operationSchema>;

export const syncRequestSchema = z
  .strictObject({
    deviceId: idSchema,
    clientCursor: z
      .string()
      .max(1024)
      .nullish()
      .describe(
        "The one the device keeps, null where it has none yet; left out by one that keeps none.",
      ),
    clientSentAt: instantSchema.optional(),
    outbox: outboxHealthSchema.optional(),
    operations: z.array(operationSchema).min(1).max(BATCH_LIMITS.operations),
  })
  .meta({ id: "SyncRequest", description: "Body of the write half of sync." });
export type SyncRequest = z.infer<typeof syncRequestSchema>;

export const refetchHintSchema = z
  .strictObject({
    entityType: z.enum(SYNC_ENTITY_TYPES),
    entityId: idSchema,
    path: z.string(),
    reason: z.enum(REFETCH_REASONS),
  })
  .meta({ id: "RefetchHint", description: "What to fetch again, and where." });
export type RefetchHint = z.infer<typeof refetchHintSchema>;

export const canonicalIdSchema = z
  .strictObject({
    localId: z.string(),
    canonicalId: idSchema,
    entityType: z.enum(SYNC_ENTITY_TYPES),
  })
  .meta({
    id: "CanonicalId",
    description: "Server id of something the device had named by itself.",
  });
export type CanonicalId = z.infer<typeof canonicalIdSchema>;

export const conflictSchema = z
  .strictObject({
    changedFields: z.array(z.string()),
    sinceRevision: z.int(),
    changedBy: z.enum(CHANGE_ACTORS),
    changedAt: instantSchema,
    writeSetsTouch: z.boolean(),
    rebaseRevision: z.int().nullable(),
    supersededBy: z
      .strictObject({ taskId: idSchema, itemId: idSchema.nullable(), revision: z.int() })
      .optional()
      .describe(
        "The task in the place of the one that was named, where the same may be done on it: with this item, if one was named, and on this revision.",
      ),
  })
  .meta({ id: "OperationConflict", description: "What a stale operation ran into." });

export const valueBoundsSchema = z
  .strictObject({
    min: z.number(),
    max: z.number(),
    unit: z.string().nullable(),
    changed: z
      .boolean()
      .describe(
        "Whether somebody else changed the task since the revision that the operation names.",
      ),
  })
  .meta({
    id: "ValueBounds",
    description: "The range that a refused number has to be in, as it is now.",
  });
export type ValueBounds = z.infer<typeof valueBoundsSchema>;

export const operationResultSchema = z
  .strictObject({
    clientOperationId: z.string(),
    status: z.enum(RESULT_STATUSES),
    receiptId: idSchema.nullable(),
    acceptedRevision: z.int().nullable(),
    canonicalIds: z.array(canonicalIdSchema),
    refetch: z.array(refetchHintSchema),
    category: z.enum(CATEGORIES).optional(),
    rejectionCode: z.string().optional(),
    conflictCode: z.string().optional(),
    messageKey: z.string().optional(),
    message: z.string().optional(),
    diagnosticsRef: idSchema.optional(),
    latestRevision: z.int().nullable().optional(),
    allowedResolutions: z.array(z.enum(RESOLUTIONS)).optional(),
    rebaseable: z.boolean().optional(),
    parentClientOperationId: z
      .string()
      .optional()
      .describe("The operation that this one waits for, or was refused for."),
    retryAfterSeconds: z.int().optional(),
    conflict: conflictSchema.optional(),
    pointer: z
      .string()
      .optional()
      .describe(
        "RFC 6901 pointer into the payload, to the field that was refused; an unknown field is pointed to by its parent.",
      ),
    bounds: valueBoundsSchema
      .optional()
      .describe(
        "With `VALUE_OUT_OF_RANGE`, and with `STALE_REVISION` where the newest revision would refuse the value for its range.",
      ),
    judgedOnRevision: z
      .int()
      .optional()
      .describe(
        "After a restore from a backup: the revision it was judged on, in place of the one it names.",
      ),
  })
  .meta({
    id: "OperationResult",
    description:
      "The verdict on one operation; keys are always in this order, so a replay is the same text.",
  });
export type OperationResult = z.infer<typeof operationResultSchema>;

export const syncAnswerSchema = z
  .strictObject({
    results: z.array(operationResultSchema),
    serverCursor: z.string(),
    scopeState: z.enum(SCOPE_STATES),
    refetch: z.array(refetchHintSchema),
  })
  .meta({ id: "SyncAnswer", description: "Answer of the write half." });
export type SyncAnswer = z.infer<typeof syncAnswerSchema>;

export const receiptSchema = operationResultSchema
  .extend({
    deviceId: idSchema.describe("The device that sent the operation first."),
    operationType: z.string(),
    operationVersion: z.int(),
    canonicalRecordId: idSchema.nullable(),
    acceptedAt: instantSchema.nullable(),
    createdAt: instantSchema,
    previousHash: z.string(),
    hash: z.string(),
  })
  .meta({ id: "OperationReceipt", description: "A stored receipt as a device reads it." });
export type Receipt = z.infer<typeof receiptSchema>;

/** Query of the read half (docs/rules.md#sync-reading). */
/** Path of routes about one relationship. */
export const relationshipParamsSchema = z.strictObject({ relationshipId: idSchema });

function isJsonObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
