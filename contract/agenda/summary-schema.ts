import * as z from "zod";
import { daysBetween } from "../days-between.ts";
import { idSchema, instantSchema, listOf, localDateSchema } from "../wire.ts";
import { trendSchema } from "./adherence/schema.ts";
import {
  adherenceSummarySchema,
  agendaCountersSchema,
  agendaTaskSchema,
  completionSummarySchema,
} from "./schema.ts";
import { HOLD_REASONS } from "./closing-vocabulary.ts";
import { TASK_EXPLANATION_CODES } from "./explanation-vocabulary.ts";
import { focusPinSchema } from "./notice-schema.ts";
import { SUMMARY_DAYS } from "./range-vocabulary.ts";
import { TASK_KINDS } from "./kinds/vocabulary.ts";
import { TASK_ACTOR_KINDS, TASK_EVENT_SOURCES, TASK_STATUSES } from "./vocabulary.ts";

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
    from: z.enum(TASK_STATUSES).nullable().describe("Null for the event that made the task."),
    to: z.enum(TASK_STATUSES),
    actorKind: z.enum(TASK_ACTOR_KINDS),
    source: z.enum(TASK_EVENT_SOURCES),
    reason: z
      .string()
      .nullable()
      .describe("For a skip the client's reason, otherwise the cause of the change."),
    skipReason: z
      .string()
      .nullable()
      .describe("Reason of the skip, even if `reason` says that it arrived late."),
    counts: z
      .boolean()
      .nullable()
      .describe("Whether the task counts after the change; null if unknown."),
    score: z.number().nullable().describe("Share of the task that is done, 0 to 1."),
  })
  .meta({
    id: "CompletionEvent",
    description: "One change of a task's status. The history is never rewritten.",
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
    timeCritical: agendaTaskSchema.shape.timeCritical,
    sortKey: agendaTaskSchema.shape.sortKey,
    sourceKey: agendaTaskSchema.shape.sourceKey,
    dependsOnSourceKey: agendaTaskSchema.shape.dependsOnSourceKey,
    completedAt: instantSchema.nullable(),
    source: agendaTaskSchema.shape.source,
    completionSummary: completionSummarySchema,
    cameLate: z
      .boolean()
      .describe(
        "Its state comes from an operation that was recorded before its day closed but arrived after it.",
      ),
    final: z
      .boolean()
      .describe(
        "Its day has closed, and nothing logged for it can be undone any more; late operations can still change it.",
      ),
    supersededBy: idSchema.nullable().describe("The task that replaced it."),
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
    description:
      "A task of a day as its coach sees it, with its outcome and the reason. Its position on the phone follows from the same fields as for `AgendaTask`.",
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
              .describe("Why its close is delayed, or was delayed last."),
            reviewedAt: instantSchema.nullable(),
            agendaVersion: z
              .int()
              .describe(
                "Sum of the revisions of all its tasks; a review names it as the version that was seen.",
              ),
            notOffered: z.boolean(),
            counters: agendaCountersSchema,
            adherence: adherenceSummarySchema,
            lateCount: z
              .int()
              .describe("Operations in force that arrived after the day had closed."),
            focusPin: focusPinSchema
              .nullable()
              .describe("The task that a coach put first, with the note to the client."),
            tasks: z.array(summaryTaskSchema),
          })
          .meta({
            id: "DailySummaryDay",
            description:
              "One local day: counters and adherence of all its tasks, and the tasks that match the filters.",
          }),
      )
      .describe("Days that were opened, newest first."),
    nextCheckIn: localDateSchema
      .nullable()
      .describe(
        "The first local date after the present one with a planned check-in, whatever dates are requested; null if no plan has one, or no day begins.",
      ),
    rollUps: z.strictObject({
      days7: trendSchema.nullable().describe("Null until a day has closed."),
      days28: trendSchema.nullable(),
    }),
  })
  .meta({
    id: "DailySummary",
    description: "A client's tasks day by day, with their outcomes and the reasons.",
  });
export type DailySummaryAnswer = z.output<typeof dailySummarySchema>;
