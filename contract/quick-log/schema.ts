import * as z from "zod";
import { recordedValueSchema } from "../agenda/metric-schema.ts";
import {
  adherenceSummarySchema,
  agendaCountersSchema,
  completionSummarySchema,
  inputValuesSchema,
} from "../agenda/schema.ts";
import {
  AGENDA_ITEM_STATUSES,
  TASK_STATUSES,
  COMPLETION_SCOPES,
  QUICK_LOG_ACTION_KINDS,
} from "../agenda/vocabulary.ts";
import {
  clientOperationIdSchema,
  expectedRevisionSchema,
  operationMetadataSchema,
  operationSchema,
} from "../sync/schema.ts";
import { idSchema, instantSchema, localDateSchema, textSchema } from "../wire.ts";
import type { ImportIntent } from "./import-schema.ts";
import { openLogPayloadSchema, snoozePayloadSchema, type SnoozeTask } from "./step-schema.ts";
import { quickLogReceiptSchema } from "./receipt-schema.ts";
import {
  SKIP_NOTE_LENGTH,
  SKIP_REASONS,
  VALUE_SOURCE_TYPES,
  UNDO_WINDOW_HOURS,
} from "./vocabulary.ts";

const confirmedSchema = z.boolean();

/** Payload of each quick-log operation, version 1 (docs/rooms/quick-log.md#operations). */
export const QUICK_LOG_PAYLOADS = {
  "quick-log.complete-task": z
    .strictObject({ taskId: idSchema })
    .meta({ id: "CompleteTaskPayload", description: "Completes a task without items." }),
  "quick-log.complete-item": z
    .strictObject({
      taskId: idSchema,
      itemId: idSchema,
      values: inputValuesSchema.optional().describe("Values required by the item, by input key."),
    })
    .meta({ id: "CompleteItemPayload", description: "Completes one item of a task." }),
  "quick-log.complete-all": z
    .strictObject({
      taskId: idSchema,
      confirmed: confirmedSchema,
      values: z.record(idSchema, inputValuesSchema).optional(),
    })
    .meta({
      id: "CompleteAllPayload",
      description: "Completes every item of a task; requires a confirmation if the task says so.",
    }),
  "quick-log.record-value": z
    .strictObject({
      taskId: idSchema,
      metricKind: z.string().max(40),
      value: recordedValueSchema,
      unit: z
        .string()
        .max(20)
        .optional()
        .describe("Unit of the metric; none if the value is not a number."),
      sourceType: z.enum(VALUE_SOURCE_TYPES),
      recordedAt: instantSchema,
      localId: z.string().min(1).max(100).optional(),
    })
    .meta({ id: "RecordValuePayload", description: "Records a value of the task's metric." }),
  "quick-log.skip": z
    .strictObject({
      taskId: idSchema,
      itemId: idSchema.optional(),
      reason: z.enum(SKIP_REASONS),
      note: textSchema(SKIP_NOTE_LENGTH).optional(),
    })
    .meta({
      id: "SkipPayload",
      description: "Skips a task, or one item of it, for a reason.",
    }),
  "quick-log.undo": z
    .strictObject({
      taskId: idSchema,
      undoesClientOperationId: clientOperationIdSchema,
    })
    .meta({
      id: "UndoPayload",
      description: `Undoes an operation of the last ${UNDO_WINDOW_HOURS} hours.`,
    }),
  "quick-log.open-structured-log": openLogPayloadSchema,
  "quick-log.snooze": snoozePayloadSchema,
} as const;

export type CompleteTask = z.output<(typeof QUICK_LOG_PAYLOADS)["quick-log.complete-task"]>;
export type CompleteItem = z.output<(typeof QUICK_LOG_PAYLOADS)["quick-log.complete-item"]>;
export type CompleteAll = z.output<(typeof QUICK_LOG_PAYLOADS)["quick-log.complete-all"]>;
export type RecordValue = z.output<(typeof QUICK_LOG_PAYLOADS)["quick-log.record-value"]>;
export type SkipTask = z.output<(typeof QUICK_LOG_PAYLOADS)["quick-log.skip"]>;

/**
 * Payload of an undo, version 2. It names the undone operation by receipt, by operation id, or by both, because after
 * a restore the operation has another receipt.
 */
export const undoPayloadSchema = z
  .strictObject({
    taskId: idSchema,
    undoesReceiptId: idSchema
      .optional()
      .describe(
        "Receipt of an operation from any of the client's phones. A receipt is needed because operation ids of two phones may be equal.",
      ),
    undoesClientOperationId: clientOperationIdSchema
      .optional()
      .describe(
        "An operation that this phone sent itself, whether or not it has received the verdict.",
      ),
  })
  .refine(
    ({ undoesReceiptId, undoesClientOperationId }) =>
      undoesReceiptId !== undefined || undoesClientOperationId !== undefined,
    { error: "One of undoesReceiptId and undoesClientOperationId, or both" },
  )
  .meta({
    id: "UndoAnyPayload",
    description: `Undoes an operation of the last ${UNDO_WINDOW_HOURS} hours, from any of the client's phones. It is named by its receipt or, for this phone's own, by its id. If both are there, the receipt is used if it is known; after a restore it is not.`,
  });
/** The operation that an undo names, in either version. */
export type UndoOperation = z.output<typeof undoPayloadSchema>;

/** A validated quick-log payload with its action. */
export type QuickLogIntent =
  | {
      readonly actionKind: "COMPLETE_TASK";
      readonly payload: CompleteTask;
      /** For a task with items: handled as if all items allowed in bulk were completed. */
      readonly withItems?: Pick<CompleteAll, "confirmed">;
    }
  | { readonly actionKind: "OPEN_STRUCTURED_LOG"; readonly payload: CompleteTask }
  | { readonly actionKind: "COMPLETE_ITEM"; readonly payload: CompleteItem }
  | { readonly actionKind: "COMPLETE_ALL_ITEMS"; readonly payload: CompleteAll }
  | { readonly actionKind: "RECORD_VALUE"; readonly payload: RecordValue }
  | { readonly actionKind: "SKIP"; readonly payload: SkipTask }
  | { readonly actionKind: "SNOOZE"; readonly payload: SnoozeTask }
  | { readonly actionKind: "UNDO"; readonly payload: UndoOperation };

/** Request of any quick-log operation: on a task, or on a day's metric. */
export type LoggedIntent = QuickLogIntent | ImportIntent;

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
