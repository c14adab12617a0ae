import * as z from "zod";
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
import { taskStateSchema } from "./schema.ts";
import { QUICK_LOG_PAYLOADS } from "./payload-schema.ts";
import { LEFT_ITEM_REASONS } from "./vocabulary.ts";

const actShape = {
  deviceId: idSchema,
  clientOperationId: clientOperationIdSchema,
  clientSentAt: instantSchema
    .optional()
    .describe(
      "When the request was sent, by the device's clock; used to measure that clock, as in a batch.",
    ),
  metadata: operationMetadataSchema.optional(),
};

/** The payload without its task, which the path names. */
const recordedShape = QUICK_LOG_PAYLOADS.RECORD_VALUE.omit({ taskId: true }).shape;

export const recordTaskValueSchema = z
  .strictObject({
    ...actShape,
    ...recordedShape,
    localId: recordedShape.localId.describe(
      "The device's name for the entry until it gets its id.",
    ),
    expectedTaskRevision: expectedRevisionSchema
      .optional()
      .describe("Required if values replace each other; not checked if they add up."),
    clientRecordedAt: instantSchema
      .optional()
      .describe("When it was logged; also the instant of the value unless that is given."),
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
          .describe("NOT_COUNTED if a verified import had priority when it was accepted."),
      })
      .nullable()
      .describe("Null unless accepted."),
    taskEffect: z
      .strictObject({ from: z.enum(TASK_STATUSES), to: z.enum(TASK_STATUSES) })
      .nullable()
      .describe("State of the task when the value was accepted; null unless accepted."),
    task: taskStateSchema.nullable().describe("Present state of the task."),
    counters: agendaCountersSchema.nullable(),
    hints: z.array(refetchHintSchema).describe("Data to fetch again."),
  })
  .meta({ id: "RecordTaskValueAnswer", description: "A recorded value, and its effect." });

export const completeAllItemsSchema = z
  .strictObject({
    ...actShape,
    confirmed: z.boolean().describe("Confirmation, if the task requires one."),
    values: z
      .record(idSchema, z.record(z.string().max(64), z.unknown()))
      .optional()
      .describe("Values of items that require them, by item."),
    expectedTaskRevision: expectedRevisionSchema,
    attachments: operationSchema.shape.attachments,
    clientRecordedAt: instantSchema
      .optional()
      .describe("When it was tapped; by default when it was sent, or now."),
  })
  .meta({
    id: "CompleteAllItems",
    description: "Completes all items that may be completed in bulk, online.",
  });

export const completeAllItemsAnswerSchema = z
  .strictObject({
    receipt: quickLogReceiptSchema,
    acceptedItemIds: z.array(idSchema).describe("Items that it completed when it was accepted."),
    skippedItems: z
      .array(
        z.strictObject({
          itemId: idSchema,
          reason: z.enum(LEFT_ITEM_REASONS),
        }),
      )
      .describe("Items that it left unchanged, and why; empty unless accepted."),
    summary: completionSummarySchema
      .nullable()
      .describe("Progress of the task after it; null unless accepted."),
    task: taskStateSchema.nullable().describe("Present state of the task."),
    counters: agendaCountersSchema.nullable(),
  })
  .meta({
    id: "CompleteAllItemsAnswer",
    description: "Result of a bulk completion: completed items, and items left.",
  });
