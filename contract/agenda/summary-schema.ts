import * as z from "zod";
import { daysBetween } from "../days-between.ts";
import { idSchema, instantSchema, listOf, localDateSchema } from "../wire.ts";
import { trendSchema } from "./adherence-schema.ts";
import {
  adherenceSummarySchema,
  agendaCountersSchema,
  agendaTaskSchema,
  completionSummarySchema,
} from "./schema.ts";
import {
  HOLD_REASONS,
  SUMMARY_DAYS,
  TASK_ACTOR_KINDS,
  TASK_EVENT_SOURCES,
  TASK_EXPLANATION_CODES,
  TASK_KINDS,
  TASK_STATUSES,
} from "./vocabulary.ts";

/** Query of the coach's summary of days; both dates are included. */
export const dailySummaryQuerySchema = z
  .strictObject({
    from: localDateSchema,
    to: localDateSchema,
    taskKind: listOf(TASK_KINDS).optional(),
    status: listOf(TASK_STATUSES).optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "Before from" })
  .refine(({ from, to }) => daysBetween(from, to) < SUMMARY_DAYS, {
    path: ["to"],
    error: `At most ${SUMMARY_DAYS} days`,
  });

const completionEventSchema = z
  .strictObject({
    at: instantSchema,
    from: z.enum(TASK_STATUSES).nullable().describe("Null where the task was made."),
    to: z.enum(TASK_STATUSES),
    actorKind: z.enum(TASK_ACTOR_KINDS),
    source: z.enum(TASK_EVENT_SOURCES),
    reason: z
      .string()
      .nullable()
      .describe("Of a skip why the client skipped, else what the change followed from."),
    skipReason: z
      .string()
      .nullable()
      .describe("Why it was skipped, also where `reason` says that this came late."),
    counts: z
      .boolean()
      .nullable()
      .describe("Whether it counts from then on; null where that is not told."),
    score: z.number().nullable().describe("How much of it was done, 0 to 1."),
  })
  .meta({
    id: "CompletionEvent",
    description: "A change of a task's status, of its history that is never rewritten.",
  });
export type CompletionEvent = z.output<typeof completionEventSchema>;

const summaryTaskSchema = z
  .strictObject({
    taskId: idSchema,
    taskKind: z.enum(TASK_KINDS),
    title: z.string(),
    status: z.enum(TASK_STATUSES),
    revision: z.int(),
    priority: z.int(),
    startsAt: instantSchema.nullable(),
    dueAt: instantSchema.nullable(),
    completedAt: instantSchema.nullable(),
    source: agendaTaskSchema.shape.source,
    completionSummary: completionSummarySchema,
    cameLate: z
      .boolean()
      .describe(
        "That what was recorded before its day closed came afterwards and made it what it is.",
      ),
    final: z
      .boolean()
      .describe(
        "That its day has closed and what was logged of it can be undone no more; late evidence still wins.",
      ),
    supersededBy: idSchema.nullable().describe("The task that stands in its place."),
    explanation: z
      .strictObject({
        code: z.enum(TASK_EXPLANATION_CODES),
        sentence: z.string(),
      })
      .nullable(),
    completionEvents: z.array(completionEventSchema).describe("Oldest first."),
  })
  .meta({
    id: "SummaryTask",
    description: "A task of a day as its coach reads it, with what became of it and why.",
  });

export const dailySummarySchema = z
  .strictObject({
    relationshipId: idSchema,
    days: z
      .array(
        z
          .strictObject({
            localDate: localDateSchema,
            timezone: z.string(),
            closedAt: instantSchema.nullable(),
            heldReason: z
              .enum(HOLD_REASONS)
              .nullable()
              .describe("Why its close waits, or why it waited last."),
            reviewedAt: instantSchema.nullable(),
            agendaVersion: z
              .int()
              .describe(
                "Sum of the revisions of all its tasks: what a review of it names as seen.",
              ),
            notOffered: z.boolean(),
            counters: agendaCountersSchema,
            adherence: adherenceSummarySchema,
            lateCount: z.int().describe("Operations that stand and came after the day had closed."),
            tasks: z.array(summaryTaskSchema),
          })
          .meta({
            id: "DailySummaryDay",
            description:
              "One local day: counters and adherence of all its tasks, and those of them that were asked for.",
          }),
      )
      .describe("Days that were opened, the newest first."),
    rollUps: z.strictObject({
      days7: trendSchema.nullable().describe("Null until a day has closed."),
      days28: trendSchema.nullable(),
    }),
  })
  .meta({
    id: "DailySummary",
    description: "What a client was asked day by day, what became of it, and why.",
  });
export type DailySummaryAnswer = z.output<typeof dailySummarySchema>;
