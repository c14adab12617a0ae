import * as z from "zod";
import { metricSchema } from "../agenda/metric-schema.ts";
import { agendaTaskSchema } from "../agenda/schema.ts";
import { QUICK_LOG_ACTION_KINDS } from "../agenda/vocabulary.ts";
import { FINAL_STATUSES } from "../sync/vocabulary.ts";
import { idSchema, instantSchema } from "../wire.ts";
import { LATEST_OPERATIONS } from "./vocabulary.ts";

/** Query of the read of one task. */
export const taskLogQuerySchema = z.strictObject({
  taskRevision: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe("Of the task as the device keeps it: an unchanged one is not sent again."),
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
    code: z.string().nullable().describe("Why it was refused; null of what was accepted."),
    revision: z.int().nullable().describe("Of the task, by it; null of what was refused."),
    decidedAt: instantSchema,
    undoableUntil: instantSchema
      .nullable()
      .describe(
        "By `undoesReceiptId`, unless something was built on it; null of what was refused, taken back or reviewed, of an undo, and of what is older than a day.",
      ),
    undone: z.boolean(),
  })
  .meta({ id: "LatestOperation", description: "One of the newest operations on a task." });
export type LatestOperation = z.output<typeof latestOperationSchema>;

export const taskValidationSchema = z
  .strictObject({
    metric: metricSchema
      .nullable()
      .describe("What RECORD_VALUE takes; null where the task takes no value."),
    valueNeedsRevision: z
      .boolean()
      .describe("Whether a value has to name the task's revision: where values replace."),
    noteLength: z.int().describe("Most characters of the note beside a skip."),
    recordedBefore: instantSchema
      .nullable()
      .describe("Once the day has closed: only what was recorded before counts."),
  })
  .meta({
    id: "TaskValidation",
    description:
      "What an operation on the task is judged by, beside the inputs and the confirmation that its action schema names.",
  });
export type TaskValidation = z.output<typeof taskValidationSchema>;

export const taskLogSchema = z
  .strictObject({
    taskId: idSchema,
    taskRevision: z.int(),
    unchanged: z.boolean().describe("The device has the task at this revision."),
    task: agendaTaskSchema
      .optional()
      .describe("With its items and action schema, as today has it; left out where unchanged."),
    validation: taskValidationSchema.optional().describe("Left out where unchanged."),
    latestOperations: z
      .array(latestOperationSchema)
      .max(LATEST_OPERATIONS)
      .describe("The newest first, of all phones of the client."),
  })
  .meta({ id: "TaskLog", description: "One daily task, and what was last logged of it." });
export type TaskLogAnswer = z.output<typeof taskLogSchema>;
