import * as z from "zod";
import { recordedValueSchema } from "../agenda/metric-schema.ts";
import { agendaCountersSchema, completionSummarySchema } from "../agenda/schema.ts";
import { TASK_STATUSES } from "../agenda/vocabulary.ts";
import {
  clientOperationIdSchema,
  expectedRevisionSchema,
  operationMetadataSchema,
  operationSchema,
  refetchHintSchema,
} from "../sync/schema.ts";
import { idSchema, instantSchema } from "../wire.ts";
import { quickLogReceiptSchema } from "./receipt-schema.ts";
import { QUICK_LOG_PAYLOADS, taskStateSchema } from "./schema.ts";
import { LEFT_ITEM_REASONS, VALUE_SOURCE_TYPES } from "./vocabulary.ts";

const actShape = {
  deviceId: idSchema,
  clientOperationId: clientOperationIdSchema,
  clientSentAt: instantSchema
    .optional()
    .describe("When it was sent, by the device's clock: measures that clock, as in a batch."),
  metadata: operationMetadataSchema.optional(),
};

export const recordTaskValueSchema = z
  .strictObject({
    ...actShape,
    metricKind: z.string().max(40),
    value: recordedValueSchema,
    unit: z.string().max(20).optional().describe("As the metric says; none of what is no number."),
    sourceType: z.enum(VALUE_SOURCE_TYPES),
    recordedAt: instantSchema,
    localId: QUICK_LOG_PAYLOADS["quick-log.record-value"].shape.localId.describe(
      "How the device names the entry until it is told its id.",
    ),
    expectedTaskRevision: expectedRevisionSchema
      .optional()
      .describe("Asked for where values replace, and not judged where they add up."),
    clientRecordedAt: instantSchema
      .optional()
      .describe("When it was logged; the instant that the value is of, unless told."),
  })
  .meta({ id: "RecordTaskValue", description: "Records a value of a task's metric, online." });

export const recordTaskValueAnswerSchema = z
  .strictObject({
    receipt: quickLogReceiptSchema,
    entry: z
      .strictObject({
        entryId: idSchema,
        effect: z
          .enum(["COUNTED", "NOT_COUNTED"])
          .describe("NOT_COUNTED where a verified import stood in its place when it was accepted."),
      })
      .nullable()
      .describe("Null of what was not accepted."),
    taskEffect: z
      .strictObject({ from: z.enum(TASK_STATUSES), to: z.enum(TASK_STATUSES) })
      .nullable()
      .describe("What it made of the task when it was accepted; null of what was not."),
    task: taskStateSchema.nullable().describe("The task as it is now."),
    counters: agendaCountersSchema.nullable(),
    hints: z.array(refetchHintSchema).describe("What to fetch again."),
  })
  .meta({ id: "RecordTaskValueAnswer", description: "A recorded value, and what it did." });

export const completeAllItemsSchema = z
  .strictObject({
    ...actShape,
    confirmed: z.boolean().describe("Asked twice, where the task wants it so."),
    values: z
      .record(idSchema, z.record(z.string().max(64), z.unknown()))
      .optional()
      .describe("Values of items that ask for them, by item."),
    expectedTaskRevision: expectedRevisionSchema,
    attachments: operationSchema.shape.attachments,
    clientRecordedAt: instantSchema
      .optional()
      .describe("When it was tapped; when it was sent, or now, unless told."),
  })
  .meta({ id: "CompleteAllItems", description: "Ticks what may be ticked at once, online." });

export const completeAllItemsAnswerSchema = z
  .strictObject({
    receipt: quickLogReceiptSchema,
    acceptedItemIds: z.array(idSchema).describe("Items that it ticked, when it was accepted."),
    skippedItems: z
      .array(
        z.strictObject({
          itemId: idSchema,
          reason: z.enum(LEFT_ITEM_REASONS),
        }),
      )
      .describe("Items that it left as they were, and why; empty of what was not accepted."),
    summary: completionSummarySchema
      .nullable()
      .describe("How far it brought the task; null of what was not accepted."),
    task: taskStateSchema.nullable().describe("The task as it is now."),
    counters: agendaCountersSchema.nullable(),
  })
  .meta({
    id: "CompleteAllItemsAnswer",
    description: "What of a task was ticked at once, and what was left.",
  });
