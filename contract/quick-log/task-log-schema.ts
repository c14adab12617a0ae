import * as z from "zod";
import { metricSchema } from "../agenda/metric-schema.ts";
import { agendaTaskSchema } from "../agenda/schema.ts";
import { QUICK_LOG_ACTION_KINDS } from "../agenda/action-vocabulary.ts";
import { FINAL_STATUSES } from "../sync/vocabulary.ts";
import { idSchema, instantSchema } from "../wire.ts";
import { LATEST_OPERATIONS, UNDO_WINDOW_HOURS } from "./vocabulary.ts";

/** Query of the read of one task. */
export const taskLogQuerySchema = z.strictObject({
  taskRevision: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe("Revision of the task in the device's cache; an unchanged task is not sent again."),
});
export type TaskLogQuery = z.output<typeof taskLogQuerySchema>;

/** An operation on a task, from any of the client's phones. */
export const latestOperationSchema = z
  .strictObject({
    receiptId: idSchema,
    deviceId: idSchema,
    actionKind: z.enum(QUICK_LOG_ACTION_KINDS),
    itemId: idSchema.nullable(),
    status: z.enum(FINAL_STATUSES),
    code: z.string().nullable().describe("Why it was refused; null if accepted."),
    revision: z.int().nullable().describe("Revision of the task after it; null if refused."),
    decidedAt: instantSchema,
    undoableUntil: instantSchema
      .nullable()
      .describe(
        `Until when \`undoesReceiptId\` can name it, unless a later operation builds on it. Null if it was refused, undone or reviewed, is an undo itself, or is older than ${UNDO_WINDOW_HOURS} hours.`,
      ),
    undone: z.boolean(),
  })
  .meta({ id: "LatestOperation", description: "One of the newest operations on a task." });
export type LatestOperation = z.output<typeof latestOperationSchema>;

export const taskValidationSchema = z
  .strictObject({
    metric: metricSchema
      .nullable()
      .describe("Input of RECORD_VALUE; null if the task has no value."),
    valueNeedsRevision: z
      .boolean()
      .describe(
        "Whether a value has to name the task's revision: yes if values replace each other.",
      ),
    noteLength: z.int().describe("Maximum length of the note on a skip."),
    recordedBefore: instantSchema
      .nullable()
      .describe("The day has closed: only operations recorded before the close count."),
  })
  .meta({
    id: "TaskValidation",
    description:
      "Further conditions for operations on the task, in addition to inputs and confirmation in its action schema.",
  });
export type TaskValidation = z.output<typeof taskValidationSchema>;

export const taskLogSchema = z
  .strictObject({
    taskId: idSchema,
    taskRevision: z.int(),
    unchanged: z.boolean().describe("The device already has this revision of the task."),
    task: agendaTaskSchema
      .optional()
      .describe("With its items and action schema, as in today; omitted if unchanged."),
    validation: taskValidationSchema.optional().describe("Omitted if unchanged."),
    latestOperations: z
      .array(latestOperationSchema)
      .max(LATEST_OPERATIONS)
      .describe("Newest first, from all phones of the client."),
  })
  .meta({ id: "TaskLog", description: "One daily task with its latest operations." });
export type TaskLogAnswer = z.output<typeof taskLogSchema>;
