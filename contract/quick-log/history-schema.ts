import * as z from "zod";
import { recordedValueSchema } from "../agenda/metric-schema.ts";
import { inputValuesSchema } from "../agenda/schema.ts";
import { QUICK_LOG_ACTION_KINDS } from "../agenda/action-vocabulary.ts";
import { IMPORT_SOURCE_TYPES } from "../agenda/value-vocabulary.ts";
import { TASK_KINDS } from "../agenda/kinds/vocabulary.ts";
import { AGENDA_ITEM_STATUSES, COMPLETION_SCOPES } from "../agenda/vocabulary.ts";
import { daysBetween } from "../days-between.ts";
import { CLOCK_CONFIDENCES } from "../sync/clock-vocabulary.ts";
import { FINAL_STATUSES } from "../sync/vocabulary.ts";
import { idSchema, instantSchema, localDateSchema, pageQuerySchema } from "../wire.ts";
import { RECORD_FLAGS, SKIP_REASONS, VALUE_SOURCE_TYPES, UNDO_WINDOW_HOURS } from "./vocabulary.ts";

/** Maximum number of days in one history query. */
export const HISTORY_DAYS = 31;

/** Query of the coach's quick-log history. */
export const quickLogHistoryQuerySchema = z
  .strictObject({
    ...pageQuerySchema.shape,
    from: localDateSchema,
    to: localDateSchema,
    taskKind: z.enum(TASK_KINDS).optional(),
    status: z.enum(FINAL_STATUSES).optional(),
    itemId: idSchema.optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "Before from" })
  .refine(({ from, to }) => daysBetween(from, to) < HISTORY_DAYS, {
    path: ["to"],
    error: `At most ${HISTORY_DAYS} days`,
  });

const recordedClockSchema = z
  .strictObject({
    correctedAt: instantSchema,
    recordedOn: localDateSchema,
    confidence: z.enum(CLOCK_CONFIDENCES),
    flags: z.array(z.enum(RECORD_FLAGS)),
  })
  .meta({
    id: "RecordedClock",
    description:
      "When an operation was made, by corrected time, and what is implausible about its device's clock.",
  });

const loggedValueSchema = z
  .strictObject({
    entryId: idSchema,
    metricKind: z.string(),
    value: recordedValueSchema
      .nullable()
      .describe("A number, a text, a choice, yes or no; null if the entry only withdraws another."),
    unit: z.string().nullable(),
    sourceType: z.enum([...VALUE_SOURCE_TYPES, ...IMPORT_SOURCE_TYPES]),
    sourceDevice: z.string().nullable().describe("What measured it; null if it was typed."),
    recordedAt: instantSchema,
    flags: z
      .array(z.enum(RECORD_FLAGS))
      .describe("What is implausible about the time of the record, or about the day of its value."),
    supersedesEntryId: idSchema.nullable(),
    restatesEntryId: idSchema.nullable().describe("The former entry that an undo restores."),
    supersededByEntryId: idSchema.nullable().describe("The entry that replaced it."),
  })
  .meta({
    id: "LoggedValue",
    description:
      "A value with its source, and the entries before and after it. A correction adds a row and leaves the corrected one unchanged.",
  });

export const quickLogHistoryItemSchema = z
  .strictObject({
    receiptId: idSchema,
    deviceId: idSchema.describe("The phone that sent it."),
    taskId: idSchema.nullable().describe("Null for an import, which belongs to its day's metric."),
    taskKind: z.enum(TASK_KINDS).nullable(),
    taskTitle: z.string().nullable(),
    localDate: localDateSchema,
    actionKind: z.enum(QUICK_LOG_ACTION_KINDS),
    scope: z.enum(COMPLETION_SCOPES),
    status: z.enum(FINAL_STATUSES),
    rejectionCode: z.string().nullable(),
    reason: z.enum(SKIP_REASONS).nullable(),
    note: z.string().nullable(),
    expectedTaskRevision: z.int().describe("0 if the operation named none."),
    acceptedTaskRevision: z.int().nullable(),
    undone: z.boolean(),
    final: z
      .boolean()
      .describe(
        `It can no longer be undone: ${UNDO_WINDOW_HOURS} hours have passed, or its day was reviewed since.`,
      ),
    cameLate: z
      .boolean()
      .describe(
        "It was recorded before its day closed but arrived after it; the confidence of `clock` says how certain that is.",
      ),
    clientRecordedAt: instantSchema,
    clock: recordedClockSchema
      .nullable()
      .describe(
        "When it was made, as far as the server can tell; null for operations logged before devices sent their clock.",
      ),
    decidedAt: instantSchema,
    items: z.array(
      z.strictObject({
        itemId: idSchema,
        label: z.string(),
        from: z.enum(AGENDA_ITEM_STATUSES),
        to: z.enum(AGENDA_ITEM_STATUSES),
        values: inputValuesSchema
          .nullable()
          .describe(
            "Values recorded by the completion, by the keys of its inputs; null if there were none.",
          ),
      }),
    ),
    value: loggedValueSchema
      .nullable()
      .describe("The value that it recorded, or that its undo restores; null otherwise."),
    adherence: z
      .array(z.strictObject({ deltaType: z.string(), scoreDelta: z.number() }))
      .describe("Its effect on the adherence of its day; empty if it was refused."),
  })
  .meta({
    id: "QuickLogHistoryItem",
    description: "One quick-log operation as the coach sees it.",
  });
export type QuickLogHistoryItem = z.output<typeof quickLogHistoryItemSchema>;
