import * as z from "zod";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";
import { TASK_KINDS } from "./kinds/vocabulary.ts";
import { WEEK_DAY_STATES, WEEK_TASK_STATES, WEEKS_LIMITS } from "./weeks-vocabulary.ts";

/** Query of a client's weeks. */
export const weeksQuerySchema = z.strictObject({
  weeks: z.coerce.number().int().min(1).max(WEEKS_LIMITS.most).default(WEEKS_LIMITS.shown),
});

const weekTaskSchema = z
  .strictObject({
    taskId: idSchema,
    taskKind: z.enum(TASK_KINDS),
    title: z.string(),
    state: z.enum(WEEK_TASK_STATES),
    cameLate: z.boolean().describe("Its state comes from an entry that arrived late."),
  })
  .meta({ id: "WeekTask", description: "A task of a day, with its state." });

export const weekDaySchema = z
  .strictObject({
    localDate: localDateSchema,
    timezone: z.string(),
    state: z.enum(WEEK_DAY_STATES),
    counts: z.strictObject({
      open: z.int(),
      begun: z.int(),
      done: z.int(),
      partial: z.int(),
      skipped: z.int(),
      missed: z.int(),
      cancelled: z.int(),
      superseded: z.int(),
      late: z.int().describe("Entries in force that arrived after the day had closed."),
    }),
    adherencePercent: z.int().nullable().describe("Null if nothing counts."),
    closedAt: instantSchema.nullable(),
    reviewedAt: instantSchema.nullable().describe("The first review."),
    changedAfterReviewAt: instantSchema.nullable(),
    tasks: z.array(weekTaskSchema),
  })
  .meta({ id: "WeekDay", description: "A day of a client, with the states of its tasks." });
export type WeekDay = z.output<typeof weekDaySchema>;

export const clientWeekSchema = z
  .strictObject({
    from: localDateSchema.describe("Its Monday."),
    to: localDateSchema.describe("Its Sunday."),
    adherencePercent: z
      .int()
      .nullable()
      .describe("Of its closed and offered days; null if nothing counts."),
    days: z.array(weekDaySchema).describe("The days that the client had, oldest first."),
  })
  .meta({ id: "ClientWeek", description: "A week of a client from Monday to Sunday." });

export const clientWeeksSchema = z
  .strictObject({
    relationshipId: idSchema,
    weeks: z
      .array(clientWeekSchema)
      .describe("Newest first, without a gap; empty before the client's first day."),
  })
  .meta({ id: "ClientWeeks", description: "The newest weeks of a client, day by day." });
export type ClientWeeksAnswer = z.output<typeof clientWeeksSchema>;
