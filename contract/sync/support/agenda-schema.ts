import * as z from "zod";
import {
  agendaItemSchema,
  completionSummarySchema,
  dayValueSchema,
  storedActionSchemaSchema,
} from "../../agenda/schema.ts";
import { QUICK_LOG_ACTION_KINDS } from "../../agenda/action-vocabulary.ts";
import { TASK_KINDS } from "../../agenda/kinds/vocabulary.ts";
import { TASK_ACTOR_KINDS, TASK_STATUSES } from "../../agenda/vocabulary.ts";
import { idSchema, instantSchema, localDateSchema } from "../../wire.ts";
import { FINAL_STATUSES } from "../vocabulary.ts";

/** Without the client's input. */
const itemSchema = z.strictObject({
  ...agendaItemSchema.omit({ inputValues: true }).shape,
  latestReceiptId: idSchema.nullable(),
});

const currentSchema = z
  .union([z.number(), z.boolean()])
  .meta({ id: "ShownTotal", description: "The day's value, if it is a number, or yes or no." })
  .nullable()
  .describe("Null for a text or a choice: the client's own words are not shown.");
const { imported: importedSchema, ...totalShape } = dayValueSchema.shape;
const totalSchema = z.strictObject({ ...totalShape, current: currentSchema });
const summarySchema = completionSummarySchema.omit({ value: true }).extend({
  value: totalSchema
    .extend({
      imported: importedSchema.unwrap().extend({ manual: totalSchema.nullable() }).optional(),
    })
    .nullable(),
});

const eventSchema = z.strictObject({
  eventId: idSchema,
  fromStatus: z.enum(TASK_STATUSES).nullable(),
  toStatus: z.enum(TASK_STATUSES),
  reason: z.string().nullable(),
  actorKind: z.enum(TASK_ACTOR_KINDS),
  deviceId: idSchema.nullable(),
  clientOperationId: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  occurredAt: instantSchema,
});

const receiptSchema = z
  .strictObject({
    receiptId: idSchema,
    actionKind: z.enum(QUICK_LOG_ACTION_KINDS),
    status: z.enum(FINAL_STATUSES),
    rejectionCode: z.string().nullable(),
    expectedTaskRevision: z.int(),
    acceptedTaskRevision: z.int().nullable(),
    undoesReceiptId: idSchema.nullable(),
  })
  .describe("By name only: the receipt and the sent operation have their own routes.");

export const supportAgendaTaskSchema = z
  .strictObject({
    taskId: idSchema,
    workspaceId: idSchema,
    relationshipId: idSchema,
    localDate: localDateSchema,
    timezone: z.string(),
    taskKind: z.enum(TASK_KINDS),
    sourceContext: z.string(),
    sourceType: z.string(),
    sourceId: idSchema,
    sourceRevision: z.int(),
    sourceChildKey: z.string(),
    sourceKey: z.string(),
    status: z.enum(TASK_STATUSES),
    priority: z.int(),
    sortKey: z.string(),
    startsAt: instantSchema.nullable(),
    dueAt: instantSchema.nullable(),
    snapshot: z.record(z.string(), z.unknown()).describe("As stored."),
    actionSchema: storedActionSchemaSchema,
    completionSummary: summarySchema,
    revision: z.int(),
    foreignRevision: z.int(),
    revisionBeforeRun: z.int(),
    changedByKind: z.enum(TASK_ACTOR_KINDS),
    changedByLineageId: idSchema.nullable(),
    lateEvidence: z.boolean(),
    generatedAt: instantSchema,
    changedAt: instantSchema,
    completedAt: instantSchema.nullable(),
    canceledAt: instantSchema.nullable(),
    supersededAt: instantSchema.nullable(),
    supersededByTaskId: idSchema.nullable(),
    items: z.array(itemSchema),
    history: z.array(eventSchema).describe("Oldest first."),
    receipts: z.array(receiptSchema).describe("Oldest first."),
  })
  .meta({
    id: "SupportAgendaTask",
    description:
      "A daily task as stored, with its items, its history and the names of its receipts.",
  });
export type SupportAgendaTask = z.output<typeof supportAgendaTaskSchema>;
