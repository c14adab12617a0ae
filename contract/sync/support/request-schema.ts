import * as z from "zod";
import { REQUEST_ID } from "../../request-id.ts";
import { idSchema, instantSchema } from "../../wire.ts";
import { BATCH_STATUSES } from "../vocabulary.ts";
import { MOST_OF_REQUEST } from "./support-vocabulary.ts";

/** Path of the lookup of a request. */
export const requestParamsSchema = z.strictObject({
  requestId: z.string().regex(REQUEST_ID).describe("As in the answer's `X-Request-Id`."),
});

const workflowSchema = z
  .strictObject({
    workflowId: z.string(),
    runId: idSchema.nullable().describe("Null for the newest run."),
    url: z.url().nullable().describe("Its page in the Temporal UI, where one is configured."),
  })
  .meta({ id: "SupportWorkflow", description: "A workflow as operators find it." });

const countSchema = z.int().min(0);

export const supportBatchSchema = z
  .strictObject({
    batchId: idSchema,
    requestId: z.string(),
    deviceId: idSchema,
    relationshipId: idSchema,
    operationCount: countSchema,
    acceptedCount: countSchema,
    rejectedCount: countSchema,
    conflictCount: countSchema,
    deferredCount: countSchema,
    firstReceipt: countSchema
      .nullable()
      .describe("`chainSeq` of its first receipt, if it has one."),
    lastReceipt: countSchema.nullable(),
    status: z.enum(BATCH_STATUSES),
    settleAttempts: countSchema.describe("Settlements that failed."),
    failureCode: z.string().nullable().describe("Class of the last failed settlement."),
    admittedAt: instantSchema,
    settledAt: instantSchema.nullable(),
    settledBy: workflowSchema
      .nullable()
      .describe("The lane and the run that settled it; its history names the batch."),
    device: workflowSchema.describe("The actor of its device."),
  })
  .meta({ id: "SupportTracedBatch", description: "An admitted batch, and who settled it." });

const keptEventSchema = z
  .strictObject({
    type: z.string(),
    consumer: z.string(),
    subjectId: idSchema,
    occurredAt: instantSchema,
    attempts: countSchema.describe("Failed deliveries."),
  })
  .meta({ id: "SupportEvent", description: "An event that waits for its delivery." });

export const supportRequestSchema = z
  .strictObject({
    requestId: z.string(),
    batches: z.array(supportBatchSchema).max(MOST_OF_REQUEST).describe("Newest first."),
    waitingEvents: z
      .array(keptEventSchema)
      .max(MOST_OF_REQUEST)
      .describe(
        "Events of the request that are not delivered yet, newest first, among the newest events. Delivered ones are not kept.",
      ),
  })
  .meta({
    id: "SupportRequest",
    description:
      "What is kept of a request. Phones choose the id, so several requests may have the same one, and it proves nothing about who sent it.",
  });
