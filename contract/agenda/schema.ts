import { z } from "zod";
import { METRIC_MODES } from "../plans/vocabulary.ts";
import { metricSchema, metricValueSchema } from "../plans/schema.ts";
import { COMPLETION_SCOPES, INPUT_TYPES, QUICK_LOG_ACTION_KINDS } from "../quick-log/vocabulary.ts";
import { instantSchema } from "../wire.ts";
import { TASK_KINDS } from "./vocabulary.ts";

/** An input that an action of the task asks for (document 1, "Quick-log records"). */
export const requiredInputSchema = z.strictObject({
  key: z.string(),
  type: z.enum(INPUT_TYPES),
  unit: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  required: z.boolean(),
});
export type RequiredInput = z.output<typeof requiredInputSchema>;

/** One thing the client can do with a task. */
export const taskActionSchema = z.strictObject({
  kind: z.enum(QUICK_LOG_ACTION_KINDS),
  scope: z.enum(COMPLETION_SCOPES),
  requiresConfirmation: z.boolean().optional(),
  requiresStructuredScreen: z.boolean().optional(),
});
export type TaskAction = z.output<typeof taskActionSchema>;

/**
 * What a task offers, as stored with it: fixed when the task is made. `dailyTarget` and `valueMode`
 * are those of the source plan's metric, null without one.
 */
export const storedActionSchemaSchema = z.strictObject({
  taskKind: z.enum(TASK_KINDS),
  offlineEligible: z.boolean(),
  quickCompleteEligible: z.boolean(),
  destinationRoute: z.string().nullable(),
  dailyTarget: metricValueSchema.nullable(),
  valueMode: z.enum(METRIC_MODES).nullable(),
  actions: z.array(taskActionSchema),
  requiredInputs: z.array(requiredInputSchema),
});
export type StoredActionSchema = z.output<typeof storedActionSchemaSchema>;

/** The action schema as served: of this task, at its present revision. */
export const actionSchemaSchema = z.strictObject({
  taskId: z.uuid(),
  taskRevision: z.int(),
  ...storedActionSchemaSchema.shape,
});
export type ActionSchema = z.output<typeof actionSchemaSchema>;

/** What the source said when the task was made; kept as it was once the client has acted. */
export const taskSnapshotSchema = z.strictObject({
  planId: z.uuid(),
  title: z.string(),
  instructions: z.string().nullable(),
  metric: metricSchema.nullable(),
});
export type TaskSnapshot = z.output<typeof taskSnapshotSchema>;

/** The day's value of a task with a metric: the sum, or the latest, of the entries that stand. */
export const dayValueSchema = z.strictObject({
  current: z.number(),
  entryCount: z.int(),
  lastRecordedAt: instantSchema,
});
export type DayValue = z.output<typeof dayValueSchema>;

/** How far a task is; `value` is null while nothing is recorded. */
export const completionSummarySchema = z.strictObject({
  itemCount: z.int(),
  completedItemCount: z.int(),
  skippedItemCount: z.int(),
  value: dayValueSchema.nullable(),
});
export type CompletionSummary = z.output<typeof completionSummarySchema>;

/** Tasks of one day by status; `taskCount` leaves out what the source took back. */
export const agendaCountersSchema = z.strictObject({
  taskCount: z.int(),
  openCount: z.int(),
  pendingCount: z.int(),
  inProgressCount: z.int(),
  completedCount: z.int(),
  skippedCount: z.int(),
  missedCount: z.int(),
});
export type AgendaCounters = z.output<typeof agendaCountersSchema>;

/**
 * Adherence of one day: `completedCount` of `countedCount` tasks, in whole percent, rounded half up;
 * null when no task counts. Counted are all tasks but those the source took back: what is still open
 * counts as not yet done, skipped and missed as not done.
 */
export const adherenceSummarySchema = z.strictObject({
  countedCount: z.int(),
  completedCount: z.int(),
  adherencePercent: z.int().nullable(),
});
export type AdherenceSummary = z.output<typeof adherenceSummarySchema>;
