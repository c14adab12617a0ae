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
import { openLogPayloadSchema, snoozePayloadSchema, type SnoozeTask } from "./step-schemas.ts";
import { quickLogReceiptSchema } from "./receipt-schema.ts";
import { SKIP_NOTE_LENGTH, SKIP_REASONS, VALUE_SOURCE_TYPES } from "./vocabulary.ts";

const confirmedSchema = z.boolean();

/** Payload of each quick-log operation, version 1 (docs/rules.md#quick-log-operations). */
export const QUICK_LOG_PAYLOADS = {
  "quick-log.complete-task": z
    .strictObject({ taskId: idSchema })
    .meta({ id: "CompleteTaskPayload", description: "A task that has no items is done." }),
  "quick-log.complete-item": z
    .strictObject({
      taskId: idSchema,
      itemId: idSchema,
      values: inputValuesSchema.optional().describe("What the item asks for, by input key."),
    })
    .meta({ id: "CompleteItemPayload", description: "One item of a task is done." }),
  "quick-log.complete-all": z
    .strictObject({
      taskId: idSchema,
      confirmed: confirmedSchema,
      values: z.record(idSchema, inputValuesSchema).optional(),
    })
    .meta({
      id: "CompleteAllPayload",
      description: "Every item of a task is done; asked for twice where the task says so.",
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
        .describe("As the metric says; none of what is no number."),
      sourceType: z.enum(VALUE_SOURCE_TYPES),
      recordedAt: instantSchema,
      localId: z.string().min(1).max(100).optional(),
    })
    .meta({ id: "RecordValuePayload", description: "A value of the task's metric was measured." }),
  "quick-log.skip": z
    .strictObject({
      taskId: idSchema,
      itemId: idSchema.optional(),
      reason: z.enum(SKIP_REASONS),
      note: textSchema(SKIP_NOTE_LENGTH).optional(),
    })
    .meta({
      id: "SkipPayload",
      description: "A task, or one item of it, is left out, for a reason.",
    }),
  "quick-log.undo": z
    .strictObject({
      taskId: idSchema,
      undoesClientOperationId: clientOperationIdSchema,
    })
    .meta({ id: "UndoPayload", description: "An operation of the last 24 hours is taken back." }),
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
      .describe("Receipt of what any phone of the client sent: two may have equal operation ids."),
    undoesClientOperationId: clientOperationIdSchema
      .optional()
      .describe("What this phone sent itself, whether or not it was told of its verdict yet."),
  })
  .refine(
    ({ undoesReceiptId, undoesClientOperationId }) =>
      undoesReceiptId !== undefined || undoesClientOperationId !== undefined,
    { error: "One of undoesReceiptId and undoesClientOperationId, or both" },
  )
  .meta({
    id: "UndoAnyPayload",
    description:
      "An operation of the last 24 hours is taken back, of whichever phone of the client: named by its receipt and, of this phone's own, by its id. Where both are there the receipt counts if it is known: after a restore it is not.",
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
    .describe(
      "A value that adds up, and its undo, asks for none, and one that is given is not judged.",
    ),
  clientRecordedAt: instantSchema,
  metadata: operationMetadataSchema.optional(),
  operationVersion: operationSchema.shape.operationVersion
    .optional()
    .describe("Version of the payload; 1 unless told."),
  attachments: operationSchema.shape.attachments,
  dependsOn: operationSchema.shape.dependsOn,
  resubmitOf: operationSchema.shape.resubmitOf,
  resubmitChain: operationSchema.shape.resubmitChain,
};

/** docs/rules.md#quick-log-routes */
export const quickLogActionSchema = z
  .strictObject({
    deviceId: idSchema,
    ...actionShape,
    clientSentAt: instantSchema
      .optional()
      .describe("When it was sent, by the device's clock: measures that clock, as in a batch."),
  })
  .meta({
    id: "QuickLogAction",
    description:
      "An operation that is not queued but sent by itself. The server adds the path's task id to `payload` and computes the checksum, so that the fingerprint is that of the queued operation.",
  });

/** One of the operations of a quick-log batch. */
export const namedActionSchema = z.strictObject({ taskId: idSchema, ...actionShape }).meta({
  id: "NamedQuickLogAction",
  description:
    "A quick-log operation of a batch, without what the server makes of it: type, payload with the task's id, and checksum.",
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
  .meta({ id: "TaskState", description: "A task as an action leaves it." });

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
    description: "Answer of a single action: its receipt, the task, and the day as a whole.",
  });
