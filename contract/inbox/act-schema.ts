import * as z from "zod";
import { idSchema, instantSchema, textSchema } from "../wire.ts";
import { coachTaskItemSchema, inboxSummarySchema, taskNudgeSchema } from "./schema.ts";
import { COACH_TASK_TYPES } from "./source-vocabulary.ts";
import { DISMISS_REASONS, INBOX_LIMITS, RESOLUTION_TYPES, SNOOZE_PRESETS } from "./vocabulary.ts";

const noteSchema = textSchema(INBOX_LIMITS.noteLength).nullable().optional();

/** The revision that the coach saw; every action on a task may have it. */
const seen = { expectedRevision: z.int().min(1).optional() } as const;

export const touchTaskSchema = z
  .strictObject(seen)
  .meta({ id: "TouchCoachTask", description: "The revision that was seen, if it matters." });

export const startTaskSchema = z
  .strictObject({ ...seen, platform: z.enum(["IOS", "ANDROID", "WEB"]).optional() })
  .meta({ id: "StartCoachTask", description: "The coach opens the source of the task." });

export const resolveTaskSchema = z
  .strictObject({
    ...seen,
    resolutionType: z.enum(RESOLUTION_TYPES),
    note: noteSchema,
    linkedActionId: idSchema.nullable().optional(),
  })
  .meta({ id: "ResolveCoachTask", description: "How the coach handled the task." });

export const reviewSourceSchema = z
  .strictObject({
    ...seen,
    note: noteSchema,
    submissionIds: z
      .array(idSchema)
      .min(1)
      .max(INBOX_LIMITS.bulk)
      .optional()
      .describe("Only these submitted forms of the task; the others stay open."),
  })
  .meta({
    id: "ReviewCoachTaskSource",
    description: "The coach has reviewed the source of the task.",
  });

export const dismissTaskSchema = z
  .strictObject({
    ...seen,
    dismissReason: z.enum(DISMISS_REASONS),
    note: noteSchema,
    duplicateOf: idSchema.nullable().optional(),
    untilOccurrences: z.int().min(1).max(INBOX_LIMITS.untilOccurrences).nullable().optional(),
  })
  .meta({ id: "DismissCoachTask", description: "Why the task needs no coach." });

/** End of a snooze. */
export const snoozeFields = {
  snoozePreset: z.enum(SNOOZE_PRESETS).optional(),
  snoozedUntil: instantSchema.optional().describe("Only on the web; within the next 90 days."),
  reason: textSchema(INBOX_LIMITS.noteLength).optional(),
} as const;

interface SnoozeEnd {
  readonly snoozePreset?: unknown;
  readonly snoozedUntil?: unknown;
}

/** Requires exactly one of the two {@link snoozeFields}. */
export function eitherPresetOrInstant<T extends z.ZodType<SnoozeEnd>>(schema: T): T {
  return schema.refine(
    ({ snoozePreset, snoozedUntil }) =>
      (snoozePreset === undefined) !== (snoozedUntil === undefined),
    { path: ["snoozePreset"], error: "Either a preset or an instant" },
  );
}

export const snoozeTaskSchema = eitherPresetOrInstant(
  z.strictObject({ ...seen, ...snoozeFields }),
).meta({
  id: "SnoozeCoachTask",
  description: "End of the snooze.",
  examples: [{ snoozePreset: "TOMORROW_MORNING" }],
});

export const assignTaskSchema = z
  .strictObject({ ...seen, coachUserId: idSchema.nullable() })
  .meta({ id: "AssignCoachTask", description: "The new assignee; null for nobody." });

export const coachTaskStateSchema = coachTaskItemSchema
  .pick({
    taskId: true,
    revision: true,
    taskType: true,
    status: true,
    severity: true,
    score: true,
    dueAt: true,
    snoozedUntil: true,
    snoozePreset: true,
    undoUntil: true,
    wakeReason: true,
    occurrenceCount: true,
    goalAt: true,
    actions: true,
  })
  .extend({
    workspaceId: idSchema,
    relationshipId: idSchema,
    assignedCoachUserId: idSchema.nullable(),
    resolutionType: z.enum(RESOLUTION_TYPES).nullable(),
    dismissReason: z.enum(DISMISS_REASONS).nullable(),
  })
  .meta({ id: "CoachTaskState", description: "State of a task after an action." });
export type CoachTaskState = z.output<typeof coachTaskStateSchema>;

export const actedTaskSchema = z
  .strictObject({
    task: coachTaskStateSchema,
    routeTarget: z
      .string()
      .nullable()
      .describe("Where the app opens it after a start; null if the caller may not open it."),
    timelineEvent: z
      .strictObject({
        taskType: z.enum(COACH_TASK_TYPES),
        date: instantSchema,
        resolutionLabel: z.enum([...RESOLUTION_TYPES, ...DISMISS_REASONS]),
      })
      .nullable()
      .describe("The entry in the client's timeline, if the task was closed."),
    nudge: taskNudgeSchema
      .nullable()
      .describe("What is to become of the nudge, as far as is known now; null without one."),
    counts: inboxSummarySchema.nullable().describe("Present counts of the workspace."),
  })
  .meta({
    id: "ActedCoachTask",
    description: "Result of an action on a task, with the counts of the inbox.",
  });
export type ActedTask = z.output<typeof actedTaskSchema>;
