import * as z from "zod";
import { MAX_REASON_LENGTH } from "../accounts/support-vocabulary.ts";
import { DEVICE_SURFACES } from "../accounts/vocabulary.ts";
import { idSchema, instantSchema, lineSchema, pageSchema } from "../wire.ts";
import { clientOperationIdSchema, operationResultSchema } from "./schema.ts";
import { CATEGORIES, DEVICE_STATUSES, FINAL_STATUSES, PLATFORMS } from "./vocabulary.ts";

const countSchema = z.int().min(0);

/** Path of routes about one receipt. */
export const receiptParamsSchema = z.strictObject({ receiptId: idSchema });

/** What a device last said of its outbox. */
const outboxSchema = z.strictObject({
  depth: countSchema,
  oldestRecordedAt: instantSchema.nullable(),
  rejected: countSchema,
  conflicted: countSchema,
});

/** A device, and what is under way for it, as support sees it. */
export const supportDeviceSchema = z.strictObject({
  deviceId: idSchema,
  lineageId: idSchema,
  userId: idSchema,
  appSurface: z.enum(DEVICE_SURFACES),
  appVersion: z.string(),
  buildNumber: z.int(),
  platform: z.enum(PLATFORMS),
  osVersion: z.string(),
  status: z.enum(DEVICE_STATUSES),
  replacesDeviceId: idSchema.nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  revokedAt: instantSchema.nullable(),
  lastSuccessfulSyncAt: instantSchema.nullable(),
  outbox: outboxSchema.nullable(),
  /** How its clock stood at the last sync that told of it: its own minus the server's. */
  clock: z
    .strictObject({
      offsetMs: z.int(),
      roundTripMs: countSchema.nullable(),
      readAt: instantSchema,
    })
    .nullable(),
  /** Operations that wait for a further try, by why they wait. */
  setAsides: z.array(
    z.strictObject({ reason: z.string(), count: countSchema, nextAttemptAt: instantSchema }),
  ),
  quarantinedCount: countSchema,
  batches: z.strictObject({
    notSettled: countSchema,
    failing: countSchema,
    oldestAdmittedAt: instantSchema.nullable(),
  }),
  chain: z.strictObject({ seq: countSchema, hash: z.string() }),
});

/** A receipt as support sees it: ids, codes and instants. */
const supportReceiptSchema = z.strictObject({
  receiptId: idSchema,
  relationshipId: idSchema,
  batchId: idSchema,
  clientOperationId: clientOperationIdSchema,
  operationType: z.string(),
  operationVersion: z.int(),
  expectedRevision: z.int().nullable(),
  status: z.enum(FINAL_STATUSES),
  /** The narrower code of one that was not accepted. */
  code: z.string().nullable(),
  acceptedRevision: z.int().nullable(),
  canonicalRecordId: idSchema.nullable(),
  clientRecordedAt: instantSchema,
  decidedAt: instantSchema,
  chainSeq: z.int().min(1),
  hash: z.string(),
});
export const supportReceiptPageSchema = pageSchema(supportReceiptSchema);

/** An operation that was rejected or conflicted, and what helps to find out why. */
const rejectedOperationSchema = supportReceiptSchema.extend({
  category: z.enum(CATEGORIES),
  diagnosticsRef: idSchema,
  latestRevision: z.int().nullable(),
  /** How it crashed, of one that was quarantined. */
  fault: z
    .strictObject({
      faultClass: z.string(),
      attempts: countSchema,
      diagnosticsRef: idSchema,
      redrivenAs: clientOperationIdSchema.nullable(),
    })
    .nullable(),
  /** Its raw payload can still be read. */
  payloadKept: z.boolean(),
});
export const rejectedOperationPageSchema = pageSchema(rejectedOperationSchema);

/** An operation as it came, kept 90 days. */
export const rawPayloadSchema = z.strictObject({
  receiptId: idSchema,
  deviceId: idSchema,
  relationshipId: idSchema,
  clientOperationId: clientOperationIdSchema,
  receivedAt: instantSchema,
  /** Envelope and payload. Where it held what must not be stored, `withheld` points at the place. */
  operation: z.unknown(),
});

/** A quarantined operation: ids, codes and instants. */
const quarantinedOperationSchema = z.strictObject({
  receiptId: idSchema,
  deviceId: idSchema,
  lineageId: idSchema,
  relationshipId: idSchema,
  clientOperationId: clientOperationIdSchema,
  operationType: z.string(),
  operationVersion: z.int(),
  faultClass: z.string(),
  attempts: countSchema,
  diagnosticsRef: idSchema,
  firstCrashedAt: instantSchema,
  quarantinedAt: instantSchema,
  /** Its envelope is still kept. */
  redrivable: z.boolean(),
});
export const quarantinePageSchema = pageSchema(quarantinedOperationSchema);

export const redriveSchema = z.strictObject({ reason: lineSchema(MAX_REASON_LENGTH) });

/** The operation that a quarantined one goes on as, and how it stands. */
export const redrivenSchema = z.strictObject({
  receiptId: idSchema,
  deviceId: idSchema,
  result: operationResultSchema,
});
