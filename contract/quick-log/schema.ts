import * as z from "zod";
import { QUICK_LOG_ACTION_KINDS } from "../agenda/action-vocabulary.ts";
import {
  adherenceSummarySchema,
  agendaCountersSchema,
  completionSummarySchema,
} from "../agenda/schema.ts";
import { AGENDA_ITEM_STATUSES, COMPLETION_SCOPES, TASK_STATUSES } from "../agenda/vocabulary.ts";
import {
  clientOperationIdSchema,
  expectedRevisionSchema,
  operationMetadataSchema,
  operationSchema,
} from "../sync/schema.ts";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";
import { quickLogReceiptSchema } from "./receipt-schema.ts";

/** Path of the routes about one task. */
export const taskParamsSchema = z.strictObject({ taskId: idSchema });

/** An action from which the server builds the operation that a phone would have queued. */
const actionShape = {
  clientOperationId: clientOperationIdSchema,
  actionKind: z.enum(QUICK_LOG_ACTION_KINDS),
  scope: z.enum(COMPLETION_SCOPES),
  payload: operationSchema.shape.payload.default({}),
  expectedTaskRevision: expectedRevisionSchema
    .optional()
    .describe("Not needed for a value that adds up, nor for its undo; a given one is not checked."),
  clientRecordedAt: instantSchema,
  metadata: operationMetadataSchema.optional(),
  operationVersion: operationSchema.shape.operationVersion
    .optional()
    .describe("Version of the payload; 1 by default."),
  attachments: operationSchema.shape.attachments,
  dependsOn: operationSchema.shape.dependsOn,
  resubmitOf: operationSchema.shape.resubmitOf,
  resubmitChain: operationSchema.shape.resubmitChain,
};

/** docs/rooms/quick-log.md#routes */
export const quickLogActionSchema = z
  .strictObject({
    deviceId: idSchema,
    ...actionShape,
    clientSentAt: instantSchema
      .optional()
      .describe(
        "When the request was sent, by the device's clock; used to measure that clock, as in a batch.",
      ),
  })
  .meta({
    id: "QuickLogAction",
    description:
      "An operation that is sent directly instead of being queued. The server adds the path's task id to `payload` and computes the checksum, so the fingerprint is that of the queued operation.",
  });

/** One of the operations of a quick-log batch. */
export const namedActionSchema = z.strictObject({ taskId: idSchema, ...actionShape }).meta({
  id: "NamedQuickLogAction",
  description:
    "A quick-log operation of a batch, without the parts that the server adds: type, task id in the payload, and checksum.",
});
/** Content of an action, in whichever request it comes. */
export type SentAction = Omit<z.output<typeof namedActionSchema>, "taskId">;

export const taskStateSchema = z
  .strictObject({
    taskId: idSchema,
    localDate: localDateSchema,
    status: z.enum(TASK_STATUSES),
    revision: z.int(),
    snoozedUntil: instantSchema.nullable(),
    completionSummary: completionSummarySchema,
    items: z.array(
      z.strictObject({
        itemId: idSchema,
        status: z.enum(AGENDA_ITEM_STATUSES),
        revision: z.int(),
      }),
    ),
  })
  .meta({ id: "TaskState", description: "A task after an action." });

export const quickLogActionAnswerSchema = z
  .strictObject({
    receipt: quickLogReceiptSchema,
    task: taskStateSchema.nullable(),
    adherenceSummary: adherenceSummarySchema.nullable(),
    counters: agendaCountersSchema.nullable(),
    agendaVersion: z.int().nullable(),
  })
  .meta({
    id: "QuickLogActionAnswer",
    description: "Result of a single action: its receipt, the task, and the day as a whole.",
  });
