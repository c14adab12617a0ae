import * as z from "zod";
import {
  ACTION_SCHEMA_VERSION,
  METRIC_MODES,
  COMPLETION_SCOPES,
  COMPLETION_SOURCES,
  IMPORT_SOURCE_TYPES,
  INPUT_LIMITS,
  INPUT_TYPES,
  QUICK_LOG_ACTION_KINDS,
  REQUIRED_PAYLOADS,
  AGENDA_ITEM_STATUSES,
  TASK_ITEM_KINDS,
  TASK_KINDS,
  TASK_SOURCE_CONTEXTS,
  TASK_SOURCE_TYPES,
  TASK_STATUSES,
} from "./vocabulary.ts";
import { programDaySchema } from "./program-day-schema.ts";
import { metricSchema, metricValueSchema, recordedValueSchema } from "./metric-schema.ts";
import { uploadPurposeSchema } from "../media/schema.ts";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";

/** docs/rules.md#quick-log-allowed-actions */
export const requiredInputSchema = z
  .strictObject({
    key: z.string(),
    type: z.enum(INPUT_TYPES),
    unit: z.string().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    choices: z.array(z.string()).readonly().optional().describe("Of a choice: one of these."),
    required: z.boolean(),
  })
  .meta({
    id: "RequiredInput",
    description: "A value that an action on a task, or completing one of its items, asks for.",
  });
export type RequiredInput = z.output<typeof requiredInputSchema>;

/** Values by the key of the input that requested them. */
export const inputValuesSchema = z.record(
  z.string().max(INPUT_LIMITS.keyLength),
  recordedValueSchema,
);
export type InputValues = z.output<typeof inputValuesSchema>;

export const snoozeRuleSchema = z
  .strictObject({
    minutes: z.array(z.int()).readonly().describe("By how much it may be put off, to choose from."),
    most: z.int().describe("How often."),
  })
  .meta({ id: "SnoozeRule", description: "How a task may be put off." });
export type SnoozeRule = z.output<typeof snoozeRuleSchema>;

export const taskActionSchema = z
  .strictObject({
    kind: z.enum(QUICK_LOG_ACTION_KINDS),
    scope: z.enum(COMPLETION_SCOPES),
    requiresConfirmation: z.boolean().optional(),
    requiresStructuredScreen: z.boolean().optional(),
    requiredInputs: z.array(requiredInputSchema).readonly(),
    attachments: z
      .strictObject({ purpose: uploadPurposeSchema, least: z.int(), most: z.int() })
      .optional()
      .describe("Media that it takes along; without it none."),
    snooze: snoozeRuleSchema.optional(),
    withinDueWindow: z
      .boolean()
      .optional()
      .describe("Only from `startsAt` to `dueAt`, as far as the task has them."),
  })
  .meta({
    id: "TaskAction",
    description:
      "One thing the client can do with a task; `requiredInputs` are the values that it asks for. Those of an item stand with the item.",
  });
export type TaskAction = z.output<typeof taskActionSchema>;

export const taskFormSchema = z
  .strictObject({
    formAssignmentId: idSchema,
    formId: idSchema,
    formVersionId: idSchema,
    version: z.int(),
    requiresAnswers: z
      .boolean()
      .optional()
      .describe("Whether a question has to be answered; unless told, one has to."),
  })
  .meta({
    id: "TaskForm",
    description:
      "The form that a check-in opens, at the published version that is asked for; its answers are saved and submitted by `formAssignmentId`.",
  });
export type TaskForm = z.output<typeof taskFormSchema>;

export const storedActionSchemaSchema = z
  .strictObject({
    version: z.literal(ACTION_SCHEMA_VERSION),
    taskKind: z.enum(TASK_KINDS),
    offlineEligible: z.boolean(),
    quickCompleteEligible: z.boolean(),
    destinationRoute: z.string().nullable(),
    dailyTarget: metricValueSchema.nullable(),
    valueMode: z.enum(METRIC_MODES).nullable(),
    actions: z.array(taskActionSchema),
    requiredPayload: z.enum(REQUIRED_PAYLOADS),
    form: taskFormSchema.optional(),
  })
  .meta({
    id: "StoredTaskActions",
    description:
      "What a task offers, as stored with it: fixed when the task is made, and of the version that it says. `requiredPayload` is what completing it has to bring. `dailyTarget` and `valueMode` are those of the source plan's metric, null without one; `form` is what a check-in opens.",
  });
export type StoredActionSchema = z.output<typeof storedActionSchemaSchema>;

const actionSchemaSchema = z
  .strictObject({
    taskId: z.uuid(),
    taskRevision: z.int(),
    ...storedActionSchemaSchema.shape,
  })
  .meta({
    id: "TaskActions",
    description: "The action schema as served: of this task, at its present revision.",
  });

export const taskSnapshotSchema = z
  .strictObject({
    planId: z.uuid().nullable().describe("Null of a form that a coach gave by itself."),
    title: z.string(),
    instructions: z.string().nullable(),
    metric: metricSchema.nullable(),
    programDay: z.int().optional(),
    day: programDaySchema.optional(),
    formVersionId: idSchema.optional(),
    metrics: z.array(metricSchema).readonly().optional(),
    poses: z.array(z.string()).readonly().optional(),
  })
  .meta({
    id: "TaskSnapshot",
    description:
      "What the source said when the task was made; kept as it was once the client has acted. Of a workout the day of the program and its number, of a check-in its form, of a measurement what is measured, of a photo task the poses.",
  });
export type TaskSnapshot = z.output<typeof taskSnapshotSchema>;

const standShape = {
  current: z.union([z.number(), z.string(), z.boolean()]),
  entryCount: z.int(),
  lastRecordedAt: instantSchema,
};

export const dayValueSchema = z
  .strictObject({
    ...standShape,
    imported: z
      .strictObject({
        entryId: idSchema,
        sourceType: z.enum(IMPORT_SOURCE_TYPES),
        manual: z
          .strictObject(standShape)
          .nullable()
          .describe("What was typed, and does not count as long as the import stands."),
      })
      .optional()
      .describe("Where a verified import is the day's value, in place of what was typed."),
  })
  .meta({
    id: "DayValue",
    description:
      "The day's value of a task with a metric: a verified import, else the sum, or the latest, of the entries that stand.",
  });
export type DayValue = z.output<typeof dayValueSchema>;

export const completionSummarySchema = z
  .strictObject({
    itemCount: z.int(),
    completedItemCount: z.int(),
    skippedItemCount: z.int(),
    value: dayValueSchema.nullable(),
  })
  .meta({
    id: "CompletionSummary",
    description: "How far a task is; `value` is null while nothing is recorded.",
  });
export type CompletionSummary = z.output<typeof completionSummarySchema>;

export const agendaCountersSchema = z
  .strictObject({
    taskCount: z.int(),
    openCount: z.int(),
    pendingCount: z.int(),
    inProgressCount: z.int(),
    completedCount: z.int(),
    skippedCount: z.int(),
    missedCount: z.int(),
  })
  .meta({
    id: "AgendaCounters",
    description: "Tasks of one day by status; `taskCount` leaves out what the source took back.",
  });
export type AgendaCounters = z.output<typeof agendaCountersSchema>;

export const adherenceSummarySchema = z
  .strictObject({
    countedCount: z.int(),
    completedCount: z.int(),
    adherencePercent: z.int().nullable(),
  })
  .meta({
    id: "AdherenceSummary",
    description:
      "Adherence of one day: `countedCount` tasks count, `completedCount` of them are done, `adherencePercent` is how much of them is done, in whole percent, rounded half up; null when no task counts. Not counted is what the source took back, what was skipped for pain or injury, illness or a side effect, and what nobody touched of a day that was opened too late. Done is what was completed, a metric with an entry, and what was skipped as done outside the app. A task with items that was completed, skipped or missed counts with the share that is done of the items not skipped for one of these three reasons; anything else counts as not done.",
  });
export type AdherenceSummary = z.output<typeof adherenceSummarySchema>;

export const agendaItemSchema = z
  .strictObject({
    itemId: idSchema,
    itemKind: z.enum(TASK_ITEM_KINDS),
    sourceItemKey: z.string(),
    sortOrder: z.int(),
    label: z.string(),
    amount: z.string().nullable(),
    inputSchema: z.array(requiredInputSchema).readonly(),
    inputValues: inputValuesSchema
      .nullable()
      .describe("What completing it brought; null where it brought nothing."),
    bulkEligible: z.boolean(),
    status: z.enum(AGENDA_ITEM_STATUSES),
    revision: z.int(),
    completionSource: z.enum(COMPLETION_SOURCES).nullable(),
    completedAt: instantSchema.nullable(),
    skippedAt: instantSchema.nullable(),
  })
  .meta({
    id: "AgendaItem",
    description:
      "One part of a task that is ticked for itself, e.g. a capsule or a dish, with its own status and revision; `inputSchema` names the values that completing it asks for.",
  });

export const agendaTaskSchema = z
  .strictObject({
    taskId: idSchema,
    taskKind: z.enum(TASK_KINDS),
    localDate: localDateSchema,
    timezone: z.string(),
    status: z.enum(TASK_STATUSES),
    revision: z.int(),
    priority: z.int(),
    sortKey: z.string(),
    sourceKey: z.string(),
    timeCritical: z.boolean(),
    dependsOnSourceKey: z.string().nullable(),
    startsAt: instantSchema.nullable(),
    dueAt: instantSchema.nullable(),
    snoozedUntil: instantSchema
      .nullable()
      .describe("While it is open: until when the client put it off; the device wakes itself."),
    snoozeCount: z.int().describe("How often the client put it off."),
    source: z.strictObject({
      context: z.enum(TASK_SOURCE_CONTEXTS),
      type: z.enum(TASK_SOURCE_TYPES),
      id: idSchema,
      revision: z.int(),
    }),
    snapshot: taskSnapshotSchema,
    actionSchema: actionSchemaSchema,
    completionSummary: completionSummarySchema,
    items: z.array(agendaItemSchema),
    generatedAt: instantSchema,
    changedAt: instantSchema,
    completedAt: instantSchema.nullable(),
    canceledAt: instantSchema.nullable(),
  })
  .meta({
    id: "AgendaTask",
    description:
      "What a client is to do on one local day: where it comes from, how it looked then, what can be done with it and what of it is done. `revision` counts its changes. Its place in the agenda follows from `status`, `timeCritical`, `startsAt`, `dueAt`, `priority`, `dependsOnSourceKey`, `sortKey` and `taskId`.",
  });
export type AgendaTaskAnswer = z.output<typeof agendaTaskSchema>;
