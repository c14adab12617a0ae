import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";
import {
  assignTaskSchema,
  dismissTaskSchema,
  eitherPresetOrInstant,
  resolveTaskSchema,
  reviewSourceSchema,
  snoozeFields,
} from "./act-schema.ts";
import { inboxSummarySchema, taskNudgeSchema } from "./schema.ts";
import { INBOX_LIMITS } from "./vocabulary.ts";

const taskIds = z
  .array(idSchema)
  .min(1)
  .max(INBOX_LIMITS.bulk)
  .refine((ids) => new Set(ids).size === ids.length, { error: "Each task only once" });

/** RESOLVE, REVIEW and DISMISS of several tasks have a revision for each task instead. */
const ofOne = { expectedRevision: true } as const;

/** The revisions of the rows that the coach saw; a task without one is taken as it is. */
const shown = {
  expectedRevisions: z
    .record(idSchema, z.int().min(1))
    .optional()
    .describe("The revision of each row that the caller saw, by task."),
} as const;

/** The same action on many tasks (docs/rooms/inbox.md#bulk). */
export const bulkActSchema = z
  .discriminatedUnion("action", [
    resolveTaskSchema.omit(ofOne).extend({ ...shown, action: z.literal("RESOLVE"), taskIds }),
    reviewSourceSchema
      .omit({ ...ofOne, submissionIds: true })
      .extend({ ...shown, action: z.literal("REVIEW"), taskIds }),
    dismissTaskSchema.omit(ofOne).extend({ ...shown, action: z.literal("DISMISS"), taskIds }),
    eitherPresetOrInstant(
      z.strictObject({ ...snoozeFields, action: z.literal("SNOOZE"), taskIds }),
    ),
    z.strictObject({ action: z.literal("UNSNOOZE"), taskIds }),
    assignTaskSchema.omit(ofOne).extend({ action: z.literal("ASSIGN"), taskIds }),
    z.strictObject({ action: z.literal("PIN"), taskIds }),
    z.strictObject({ action: z.literal("UNPIN"), taskIds }),
    z.strictObject({ action: z.literal("UNDO"), taskIds }),
  ])
  .meta({ id: "BulkCoachTaskAct", description: "The same action on many tasks of the inbox." });
export type BulkAct = z.output<typeof bulkActSchema>;

/** Why one of many tasks was not changed. */
export const BULK_CODES = [
  "NOT_FOUND",
  "STATE_CONFLICT",
  "RELATIONSHIP_INACTIVE",
  "RESOLUTION_NOT_ALLOWED",
  "NOTE_REQUIRED",
  "SNOOZE_NOT_ALLOWED",
  "FORBIDDEN",
  "TRY_AGAIN",
  "INTERNAL",
] as const;
export type BulkCode = (typeof BULK_CODES)[number];

const bulkReasonSchema = z
  .strictObject({
    pointer: z.string().describe("The task, or the field, of the request that was refused."),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: "BulkCoachTaskReason", description: "Why one of many tasks was not changed." });

export const bulkActedSchema = z
  .strictObject({
    workspaceId: idSchema,
    results: z.array(
      z.strictObject({
        taskId: idSchema,
        outcome: z.enum(["APPLIED", "NO_OP", "REFUSED"]),
        code: z
          .enum(BULK_CODES)
          .nullable()
          .describe(
            "Why it was refused. TRY_AGAIN: somebody else was changing it. INTERNAL: a fault on our side.",
          ),
        reason: bulkReasonSchema.nullable().describe("Why it was refused; null if it was not."),
        undoUntil: instantSchema
          .nullable()
          .describe("Until when the caller can undo it; null if never."),
        nudge: taskNudgeSchema
          .nullable()
          .describe("What is to become of the nudge, as far as is known now; null without one."),
      }),
    ),
    counts: inboxSummarySchema.nullable().describe("Present counts of the workspace."),
  })
  .meta({
    id: "BulkCoachTaskActed",
    description: "Result for each task, in the order of the request.",
  });
export type BulkActed = z.output<typeof bulkActedSchema>;
