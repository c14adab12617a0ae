import * as z from "zod";
import { attachmentSchema } from "../media/schema.ts";
import {
  describing,
  idSchema,
  instantSchema,
  lineSchema,
  localeSchema,
  timezoneSchema,
} from "../wire.ts";
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
    description:
      "Outbox health, optional; a malformed report is dropped and never fails the request.",
  });
export type ClientOutboxHealth = z.infer<typeof outboxHealthSchema>;

const diagnosticsSchema = z
  .record(
    z.string().max(64),
    z.union([z.number(), z.boolean(), z.string().max(200)]).meta({
      id: "DiagnosticsValue",
      description: "A number, a text, or yes or no, measured by the device.",
    }),
  )
  .optional()
  .catch(undefined);

export const operationMetadataSchema = z
  .strictObject({
    appVersion: describing(lineSchema(50), "One line of at most 50 characters."),
    timezone: describing(timezoneSchema, "IANA time zone, such as Europe/Berlin."),
    locale: describing(localeSchema, "BCP 47 language tag, such as de-CH."),
    diagnostics: diagnosticsSchema,
  })
  .meta({
    id: "OperationMetadata",
    description: "App version, zone and language in which an operation was made.",
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
    error: "An upload is named twice",
  });

/** docs/rooms/sync.md#operation-envelope */
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
        "The refused operation that this one replaces; if that one still arrives, it is refused.",
      ),
    resubmitChain: z
      .array(clientOperationIdSchema)
      .max(BATCH_LIMITS.resubmitChain)
      .optional()
      .describe(
        "The operations that `resubmitOf` itself replaced, newest first, as far back as the device has no verdict. With them, at most one operation of the chain is accepted, in whatever order they arrive.",
      ),
  })
  .meta({
    id: "Operation",
    description:
      "One mutation as a device queued it: the action, its target, and when it was recorded.",
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
        "The cursor in the device's cache, null if it has none; omitted by a device without a cache.",
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
  .meta({ id: "RefetchHint", description: "Data to fetch again, and where." });
export type RefetchHint = z.infer<typeof refetchHintSchema>;

export const canonicalIdSchema = z
  .strictObject({
    localId: z.string(),
    canonicalId: idSchema,
    entityType: z.enum(SYNC_ENTITY_TYPES),
  })
  .meta({
    id: "CanonicalId",
    description: "Server id of a record that the device had named itself.",
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
        "The task that replaced the named one, if it offers the same action: with its item, if one was named, and its revision.",
      ),
  })
  .meta({ id: "OperationConflict", description: "The change that made an operation stale." });

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
    description: "The present range of the refused number.",
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
      .describe("The operation that this one waits for, or because of which it was refused."),
    retryAfterSeconds: z.int().optional(),
    conflict: conflictSchema.optional(),
    pointer: z
      .string()
      .optional()
      .describe(
        "RFC 6901 pointer into the payload to the refused field; for an unknown field, to its parent.",
      ),
    bounds: valueBoundsSchema
      .optional()
      .describe(
        "Present with `VALUE_OUT_OF_RANGE`, and with `STALE_REVISION` if the newest revision would refuse the value for its range.",
      ),
    judgedOnRevision: z
      .int()
      .optional()
      .describe(
        "After a restore from a backup: the revision used for the decision, instead of the one named.",
      ),
  })
  .meta({
    id: "OperationResult",
    description:
      "The verdict on one operation; the order of its keys is fixed, so a replay is the same text.",
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
    deviceId: idSchema.describe("The device that first sent the operation."),
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

/** Query of the read half (docs/rooms/sync.md#reading). */
/** Path of routes about one relationship. */
export const relationshipParamsSchema = z.strictObject({ relationshipId: idSchema });

function isJsonObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
