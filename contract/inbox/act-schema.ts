import * as z from "zod";
import { idSchema, instantSchema, textSchema } from "../wire.ts";
import { coachTaskItemSchema, inboxSummarySchema } from "./schema.ts";
import {
  COACH_TASK_TYPES,
  DISMISS_REASONS,
  INBOX_LIMITS,
  RESOLUTION_TYPES,
  SNOOZE_PRESETS,
} from "./vocabulary.ts";

const noteSchema = textSchema(INBOX_LIMITS.noteLength).nullable().optional();

/** The revision that the coach saw; every action on a task may have it. */
const seen = { expectedRevision: z.int().min(1).optional() } as const;

export const touchTaskSchema = z
  .strictObject(seen)
  .meta({ id: "TouchCoachTask", description: "The revision that was seen, where it matters." });

export const startTaskSchema = z
  .strictObject({ ...seen, platform: z.enum(["IOS", "ANDROID", "WEB"]).optional() })
  .meta({ id: "StartCoachTask", description: "The coach opens what the task points at." });

export const resolveTaskSchema = z
  .strictObject({
    ...seen,
    resolutionType: z.enum(RESOLUTION_TYPES),
    note: noteSchema,
    linkedActionId: idSchema.nullable().optional(),
  })
  .meta({ id: "ResolveCoachTask", description: "How the coach has dealt with it." });

export const reviewSourceSchema = z.strictObject({ ...seen, note: noteSchema }).meta({
  id: "ReviewCoachTaskSource",
  description: "The coach has looked at what the task is about.",
});

export const dismissTaskSchema = z
  .strictObject({
    ...seen,
    dismissReason: z.enum(DISMISS_REASONS),
    note: noteSchema,
    duplicateOf: idSchema.nullable().optional(),
    untilOccurrences: z.int().min(1).max(INBOX_LIMITS.untilOccurrences).nullable().optional(),
  })
  .meta({ id: "DismissCoachTask", description: "Why it is nothing for a coach." });

/** End of a snooze. */
export const snoozeFields = {
  snoozePreset: z.enum(SNOOZE_PRESETS).optional(),
  snoozedUntil: instantSchema.optional().describe("On the web alone; within the next 90 days."),
  reason: textSchema(INBOX_LIMITS.noteLength).optional(),
} as const;

interface SnoozeSaid {
  readonly snoozePreset?: unknown;
  readonly snoozedUntil?: unknown;
}

/** Requires exactly one of the two {@link snoozeFields}. */
export function eitherPresetOrInstant<T extends z.ZodType<SnoozeSaid>>(schema: T): T {
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
  description: "Until when the task is put off.",
  examples: [{ snoozePreset: "TOMORROW_MORNING" }],
});

export const assignTaskSchema = z
  .strictObject({ ...seen, coachUserId: idSchema.nullable() })
  .meta({ id: "AssignCoachTask", description: "To whom it is handed over; null for nobody." });

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
  .meta({ id: "CoachTaskState", description: "Where a task stands after what was done to it." });
export type CoachTaskState = z.output<typeof coachTaskStateSchema>;

export const actedTaskSchema = z
  .strictObject({
    task: coachTaskStateSchema,
    routeTarget: z
      .string()
      .nullable()
      .describe("Where the app opens it, of a start; null where the caller may not."),
    timelineEvent: z
      .strictObject({
        taskType: z.enum(COACH_TASK_TYPES),
        date: instantSchema,
        resolutionLabel: z.enum([...RESOLUTION_TYPES, ...DISMISS_REASONS]),
      })
      .nullable()
      .describe("What the client's timeline has of it, where it was closed."),
    counts: inboxSummarySchema.nullable().describe("Of the workspace, as of now."),
  })
  .meta({ id: "ActedCoachTask", description: "What an act made of a task, and of the inbox." });
export type ActedTask = z.output<typeof actedTaskSchema>;
