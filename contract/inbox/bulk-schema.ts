import * as z from "zod";
import { idSchema } from "../wire.ts";
import {
  assignTaskSchema,
  dismissTaskSchema,
  eitherPresetOrInstant,
  resolveTaskSchema,
  reviewSourceSchema,
  snoozeFields,
} from "./act-schema.ts";
import { inboxSummarySchema } from "./schema.ts";
import { INBOX_LIMITS } from "./vocabulary.ts";

const taskIds = z
  .array(idSchema)
  .min(1)
  .max(INBOX_LIMITS.bulk)
  .refine((ids) => new Set(ids).size === ids.length, { error: "Each task only once" });

/** Fields that a bulk action does not have: each task has its own revision. */
const ofOne = { expectedRevision: true } as const;

/** The same action on many tasks (docs/rooms/inbox.md#bulk). */
export const bulkActSchema = z
  .discriminatedUnion("action", [
    resolveTaskSchema.omit(ofOne).extend({ action: z.literal("RESOLVE"), taskIds }),
    reviewSourceSchema
      .omit({ ...ofOne, submissionIds: true })
      .extend({ action: z.literal("REVIEW"), taskIds }),
    dismissTaskSchema.omit(ofOne).extend({ action: z.literal("DISMISS"), taskIds }),
    eitherPresetOrInstant(
      z.strictObject({ ...snoozeFields, action: z.literal("SNOOZE"), taskIds }),
    ),
    z.strictObject({ action: z.literal("UNSNOOZE"), taskIds }),
    assignTaskSchema.omit(ofOne).extend({ action: z.literal("ASSIGN"), taskIds }),
    z.strictObject({ action: z.literal("PIN"), taskIds }),
    z.strictObject({ action: z.literal("UNPIN"), taskIds }),
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
      }),
    ),
    counts: inboxSummarySchema.nullable().describe("Present counts of the workspace."),
  })
  .meta({
    id: "BulkCoachTaskActed",
    description: "Result for each task, in the order of the request.",
  });
export type BulkActed = z.output<typeof bulkActedSchema>;
