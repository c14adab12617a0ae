import * as z from "zod";
import { recordedValueSchema } from "../agenda/metric-schema.ts";
import { inputValuesSchema } from "../agenda/schema.ts";
import type { QuickLogActionKind } from "../agenda/task-actions.ts";
import { clientOperationIdSchema } from "../sync/schema.ts";
import { idSchema, instantSchema, textSchema } from "../wire.ts";
import type { ImportIntent } from "./import-schema.ts";
import {
  SKIP_NOTE_LENGTH,
  SKIP_REASONS,
  UNDO_WINDOW_HOURS,
  VALUE_SOURCE_TYPES,
} from "./vocabulary.ts";

const MINUTES_OF_A_DAY = 1_440;

/**
 * Payload of each quick-log action (docs/rooms/quick-log.md#operations): version 1, of the undo version 2. An undo
 * names the undone operation by receipt, by operation id, or by both, because after a restore the operation has
 * another receipt.
 */
export const QUICK_LOG_PAYLOADS = {
  COMPLETE_TASK: z
    .strictObject({ taskId: idSchema })
    .meta({ id: "CompleteTaskPayload", description: "Completes a task without items." }),
  COMPLETE_ITEM: z
    .strictObject({
      taskId: idSchema,
      itemId: idSchema,
      values: inputValuesSchema.optional().describe("Values required by the item, by input key."),
    })
    .meta({ id: "CompleteItemPayload", description: "Completes one item of a task." }),
  COMPLETE_ALL_ITEMS: z
    .strictObject({
      taskId: idSchema,
      confirmed: z.boolean(),
      values: z.record(idSchema, inputValuesSchema).optional(),
    })
    .meta({
      id: "CompleteAllPayload",
      description: "Completes every item of a task; requires a confirmation if the task says so.",
    }),
  RECORD_VALUE: z
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
  SKIP: z
    .strictObject({
      taskId: idSchema,
      itemId: idSchema.optional(),
      reason: z.enum(SKIP_REASONS),
      note: textSchema(SKIP_NOTE_LENGTH).optional(),
    })
    .meta({ id: "SkipPayload", description: "Skips a task, or one item of it, for a reason." }),
  UNDO: z
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
    }),
  OPEN_STRUCTURED_LOG: z
    .strictObject({ taskId: idSchema })
    .meta({ id: "OpenStructuredLogPayload", description: "Opens the form or log of a task." }),
  SNOOZE: z
    .strictObject({
      taskId: idSchema,
      minutes: z
        .int()
        .min(1)
        .max(MINUTES_OF_A_DAY)
        .describe("One of the lengths that the task offers."),
    })
    .meta({
      id: "SnoozePayload",
      description:
        "Snoozes a task, counted from when the operation was recorded; never past its due time or its day.",
    }),
} as const satisfies Readonly<Record<QuickLogActionKind, z.ZodType>>;

/** A validated payload, by the kind of its action. */
export type QuickLogPayloads = {
  readonly [Kind in QuickLogActionKind]: z.output<(typeof QUICK_LOG_PAYLOADS)[Kind]>;
};

/** Payload of an undo, version 1: it names an operation of the same phone. */
export const ownUndoPayloadSchema = z
  .strictObject({ taskId: idSchema, undoesClientOperationId: clientOperationIdSchema })
  .meta({
    id: "UndoPayload",
    description: `Undoes an operation of the last ${UNDO_WINDOW_HOURS} hours.`,
  });

/** A validated quick-log payload with its action. */
export type QuickLogIntent<Kind extends QuickLogActionKind = QuickLogActionKind> = {
  readonly [One in Kind]: IntentOf<One>;
}[Kind];

interface IntentOf<Kind extends QuickLogActionKind> {
  readonly actionKind: Kind;
  readonly payload: QuickLogPayloads[Kind];
  /** For a completion of a task with items: handled as if all items allowed in bulk were completed. */
  readonly withItems?: Kind extends "COMPLETE_TASK"
    ? Pick<QuickLogPayloads["COMPLETE_ALL_ITEMS"], "confirmed">
    : never;
}

/** Request of any quick-log operation: on a task, or on a day's metric. */
export type LoggedIntent = QuickLogIntent | ImportIntent;
