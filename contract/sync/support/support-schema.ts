import * as z from "zod";
import { MAX_REASON_LENGTH } from "../../accounts/support-vocabulary.ts";
import { DEVICE_SURFACES } from "../../accounts/vocabulary.ts";
import { idSchema, instantSchema, lineSchema, pageSchema } from "../../wire.ts";
import { clientOperationIdSchema, operationResultSchema } from "../schema.ts";
import { supportBatchSchema } from "./request-schema.ts";
import { lastDiagnosticsShape } from "./last-diagnostics-schema.ts";
import { CATEGORIES, DEVICE_STATUSES, FINAL_STATUSES, PLATFORMS } from "../vocabulary.ts";

const countSchema = z.int().min(0);

/** Path of routes about one receipt. */
export const receiptParamsSchema = z.strictObject({ receiptId: idSchema });

const outboxSchema = z
  .strictObject({
    depth: countSchema,
    oldestRecordedAt: instantSchema.nullable(),
    rejected: countSchema,
    conflicted: countSchema,
  })
  .meta({ id: "SupportOutbox", description: "A device's last report about its outbox." });

export const supportDeviceSchema = z
  .strictObject({
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
    clock: z
      .strictObject({
        offsetMs: z.int(),
        roundTripMs: countSchema.nullable(),
        readAt: instantSchema,
      })
      .nullable()
      .describe(
        "Difference of its clock at the last sync that measured it: its time minus the server's.",
      ),
    deferredOperations: z
      .array(
        z.strictObject({ reason: z.string(), count: countSchema, nextAttemptAt: instantSchema }),
      )
      .describe("Operations that wait for a retry, by the reason."),
    quarantinedCount: countSchema,
    checksumMismatches: countSchema.describe("Operations with a wrong checksum, within a day."),
    batches: z.strictObject({
      notSettled: countSchema,
      failing: countSchema,
      oldestAdmittedAt: instantSchema.nullable(),
    }),
    chain: z.strictObject({ seq: countSchema, hash: z.string() }),
    ...lastDiagnosticsShape,
  })
  .meta({
    id: "SupportDevice",
    description: "A device and its running work, as support sees it.",
  });

const supportReceiptSchema = z
  .strictObject({
    receiptId: idSchema,
    relationshipId: idSchema,
    batchId: idSchema,
    clientOperationId: clientOperationIdSchema,
    operationType: z.string(),
    operationVersion: z.int(),
    expectedRevision: z.int().nullable(),
    status: z.enum(FINAL_STATUSES),
    code: z.string().nullable().describe("The narrower code, if the operation was not accepted."),
    acceptedRevision: z.int().nullable(),
    canonicalRecordId: idSchema.nullable(),
    clientRecordedAt: instantSchema,
    decidedAt: instantSchema,
    chainSeq: z.int().min(1),
    hash: z.string(),
  })
  .meta({
    id: "SupportReceipt",
    description: "A receipt as support sees it: ids, codes and instants.",
  });
export const supportReceiptPageSchema = pageSchema(supportReceiptSchema)
  .extend({
    batches: z
      .array(supportBatchSchema)
      .describe("The batches of the page's receipts, newest first."),
  })
  .meta({ id: "SupportReceiptPage", description: "Receipts of a device, and their batches." });

const rejectedOperationSchema = supportReceiptSchema
  .extend({
    category: z.enum(CATEGORIES),
    diagnosticsRef: idSchema,
    latestRevision: z.int().nullable(),
    fault: z
      .strictObject({
        faultClass: z.string(),
        attempts: countSchema,
        diagnosticsRef: idSchema,
        redrivenAs: clientOperationIdSchema.nullable(),
      })
      .nullable()
      .describe("How it crashed, if it was quarantined."),
    payloadKept: z.boolean().describe("Its raw payload can still be read."),
  })
  .meta({
    id: "RejectedOperation",
    description: "A rejected or conflicting operation, with what helps to find the reason.",
  });
export const rejectedOperationPageSchema = pageSchema(rejectedOperationSchema);

export const rawPayloadSchema = z
  .strictObject({
    receiptId: idSchema,
    deviceId: idSchema,
    relationshipId: idSchema,
    clientOperationId: clientOperationIdSchema,
    receivedAt: instantSchema,
    operation: z
      .unknown()
      .describe(
        "Envelope and payload. If it contained something that must not be stored, `withheld` has a pointer to the place.",
      ),
  })
  .meta({ id: "RawPayload", description: "An operation as received, kept for 90 days." });

const quarantinedOperationSchema = z
  .strictObject({
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
    redrivable: z.boolean().describe("Whether its envelope is still kept."),
  })
  .meta({
    id: "QuarantinedOperation",
    description: "A quarantined operation: ids, codes and instants.",
  });
export const quarantinePageSchema = pageSchema(quarantinedOperationSchema);

export const redriveSchema = z.strictObject({ reason: lineSchema(MAX_REASON_LENGTH) }).meta({
  id: "RedriveOperation",
  description: "Why a quarantined operation is re-driven; kept in the audit.",
});

export const redrivenSchema = z
  .strictObject({
    receiptId: idSchema,
    deviceId: idSchema,
    result: operationResultSchema,
  })
  .meta({
    id: "RedrivenOperation",
    description: "The new operation of a quarantined one, and its state.",
  });
