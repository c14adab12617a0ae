import * as z from "zod";
import { QUICK_LOG_ACTION_KINDS } from "./action-vocabulary.ts";
import {
  METRIC_MODES,
  IMPORT_SOURCE_TYPES,
  INPUT_LIMITS,
  INPUT_TYPES,
} from "./value-vocabulary.ts";
import { TASK_KINDS } from "./kinds/vocabulary.ts";
import {
  ACTION_SCHEMA_VERSION,
  COMPLETION_SCOPES,
  COMPLETION_SOURCES,
  REQUIRED_PAYLOADS,
  AGENDA_ITEM_STATUSES,
  TASK_ITEM_KINDS,
  TASK_SOURCE_CONTEXTS,
  TASK_SOURCE_TYPES,
  TASK_STATUSES,
} from "./vocabulary.ts";
import { programDaySchema } from "./program-day/schema.ts";
import { metricSchema, metricValueSchema, recordedValueSchema } from "./metric-schema.ts";
import { uploadPurposeSchema } from "../media/schema.ts";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";

/** docs/rooms/quick-log.md#allowed-actions */
export const requiredInputSchema = z
  .strictObject({
    key: z.string(),
    type: z.enum(INPUT_TYPES),
    unit: z.string().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    choices: z.array(z.string()).readonly().optional().describe("Options of a choice."),
    required: z.boolean(),
  })
  .meta({
    id: "RequiredInput",
    description: "A value required to perform an action on a task or to complete one of its items.",
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
    minutes: z.array(z.int()).readonly().describe("Minutes to choose from."),
    most: z.int().describe("How often."),
  })
  .meta({ id: "SnoozeRule", description: "How a task may be snoozed." });
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
      .describe("Media that may be attached; if absent, none may be."),
    snooze: snoozeRuleSchema.optional(),
    withinDueWindow: z
      .boolean()
      .optional()
      .describe("Only from `startsAt` to `dueAt`, as far as the task has them."),
  })
  .meta({
    id: "TaskAction",
    description:
      "One action that the client can perform on a task; `requiredInputs` are the values it requires. Inputs of an item are listed with the item.",
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
      .describe("Whether the form has a required question; true by default."),
  })
  .meta({
    id: "TaskForm",
    description:
      "The form of a check-in, at the published version to fill in; its answers are saved and submitted by `formAssignmentId`.",
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
      "The actions of a task, as stored with it: fixed when the task is made, in the version that it names. `requiredPayload` is the input required to complete it. `dailyTarget` and `valueMode` come from the source plan's metric and are null without one; `form` is the form of a check-in.",
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
    description: "The action schema of this task, at its present revision.",
  });

export const taskSnapshotSchema = z
  .strictObject({
    planId: z.uuid().nullable().describe("Null if a coach assigned the form itself."),
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
      "Content of the source when the task was made; it stays as it is once the client has acted. Workouts have the program's day and its number, check-ins their form, measurements what is measured, photo tasks the poses.",
  });
export type TaskSnapshot = z.output<typeof taskSnapshotSchema>;

const totalShape = {
  current: z.union([z.number(), z.string(), z.boolean()]).meta({
    id: "DayTotal",
    description: "The day's value: the sum or the latest number, or the latest other value.",
  }),
  entryCount: z.int(),
  lastRecordedAt: instantSchema,
};

export const dayValueSchema = z
  .strictObject({
    ...totalShape,
    imported: z
      .strictObject({
        entryId: idSchema,
        sourceType: z.enum(IMPORT_SOURCE_TYPES),
        manual: z
          .strictObject(totalShape)
          .nullable()
          .describe("The typed value, which does not count as long as the import does."),
      })
      .optional()
      .describe("Present if a verified import replaces the typed value of the day."),
  })
  .meta({
    id: "DayValue",
    description:
      "The day's value of a task with a metric: a verified import, otherwise the sum or the latest of the valid entries.",
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
    description: "Progress of a task; `value` is null while nothing is recorded.",
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
    description: "Tasks of one day by status; `taskCount` excludes those that the source withdrew.",
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
      "Adherence of one day: `countedCount` tasks count and `completedCount` of them are done. `adherencePercent` is the share that is done, in whole percent, rounded half up; null if no task counts. Not counted are tasks that the source withdrew, tasks skipped for pain or injury, illness or a side effect, and untouched tasks of a day that was opened too late. Done are completed tasks, metrics with an entry, and tasks skipped as done outside the app. A completed, skipped or missed task with items counts with the share of its items that is done, excluding items skipped for one of these three reasons. Any other task counts as not done.",
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
      .describe("Values recorded when it was completed; null if there were none."),
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
      "One part of a task with its own tick, e.g. a capsule or a dish, and its own status and revision; `inputSchema` lists the values required to complete it.",
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
    sortKey: z
      .string()
      .describe("Only the tie-break before the id, after everything else that orders an agenda."),
    sourceKey: z.string(),
    timeCritical: z.boolean(),
    dependsOnSourceKey: z.string().nullable(),
    startsAt: instantSchema.nullable(),
    dueAt: instantSchema.nullable(),
    snoozedUntil: instantSchema
      .nullable()
      .describe("End of the snooze, while the task is open; the device wakes itself."),
    snoozeCount: z.int().describe("Number of snoozes."),
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
      "A task of the client on one local day: its source, a snapshot of it, the offered actions and the progress. `revision` counts its changes. Its position in the agenda follows from `status`, `timeCritical`, `startsAt`, `dueAt`, `priority`, `dependsOnSourceKey`, `sortKey` and `taskId`.",
  });
export type AgendaTaskAnswer = z.output<typeof agendaTaskSchema>;
