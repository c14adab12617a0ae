import * as z from "zod";
import { NOTIFICATION_OUTCOMES, NOTIFICATION_REASONS } from "../notifications/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../relationships/vocabulary.ts";
import type { MessageLanguage } from "../language-of.ts";
import {
  idSchema,
  instantSchema,
  listOf,
  localDateSchema,
  pageQuerySchema,
  pageSchema,
} from "../wire.ts";
import { taskFactsSchema } from "./facts-schema.ts";
import {
  CLOSING_CODES,
  COACH_TASK_TYPES,
  SOURCE_CONTEXTS,
  SUMMARY_CODES,
} from "./source-vocabulary.ts";
import {
  COACH_TASK_ACTORS,
  COACH_TASK_ACTS,
  COACH_TASK_EVENT_TYPES,
  COACH_TASK_STATUSES,
  DISMISS_REASONS,
  INBOX_LIMITS,
  INBOX_SORTS,
  REOPEN_REASONS,
  RESOLUTION_TYPES,
  SEVERITIES,
  SNOOZE_PRESETS,
} from "./vocabulary.ts";

const flagSchema = z.enum(["true", "false"]).transform((word) => word === "true");

/**
 * Query of the inbox. If it names no filter, no sort and no snoozed tasks, the caller's saved preferences apply
 * (docs/rooms/inbox.md#preferences). The default is OPEN and IN_PROGRESS tasks by PRIORITY.
 */
export const inboxQuerySchema = pageQuerySchema.extend({
  status: listOf(COACH_TASK_STATUSES).optional(),
  taskType: listOf(COACH_TASK_TYPES).optional(),
  severity: listOf(SEVERITIES).optional(),
  relationshipId: idSchema.optional(),
  coachUserId: idSchema.optional(),
  dueBefore: instantSchema.optional(),
  includeSnoozed: flagSchema.optional(),
  sort: z
    .enum(INBOX_SORTS)
    .optional()
    .describe("PRIORITY by default; NEWEST is by `lastOccurrenceAt`."),
  unread: z.enum(["true"]).optional().describe("Only tasks that the caller has not read."),
  defaults: z
    .enum(["none"])
    .optional()
    .describe(
      "Sets the caller's preferences aside, e.g. for a cache that other requests fill too.",
    ),
  grouped: flagSchema
    .default(true)
    .describe(
      "By PRIORITY, a task stands under the higher one that it is `related` to; false: where its score puts it.",
    ),
  q: z.string().trim().min(1).max(INBOX_LIMITS.searchLength).optional(),
});
export type InboxQuery = z.output<typeof inboxQuerySchema>;

const scoreSchema = z
  .strictObject({
    total: z.int().describe("The sum of the parts; rows are ordered by it."),
    base: z.int(),
    severity: z.int(),
    due: z.int(),
    client: z.int(),
    pin: z.int(),
  })
  .meta({
    id: "CoachTaskScore",
    description: "Score of a task: a sum that explains its position.",
  });

const codedSentence = <Code extends string>(codes: readonly Code[]) =>
  z.strictObject({ code: z.enum(codes), sentence: z.string() });

const coachSchema = z.strictObject({ userId: idSchema, displayName: z.string() });

export const coachTaskItemSchema = z
  .strictObject({
    taskId: idSchema,
    revision: z.int(),
    taskType: z.enum(COACH_TASK_TYPES),
    status: z
      .enum(COACH_TASK_STATUSES)
      .describe("A task whose snooze has ended is OPEN, even before it was woken."),
    severity: z.enum(SEVERITIES),
    score: scoreSchema,
    client: z.strictObject({
      relationshipId: idSchema,
      userId: idSchema,
      displayName: z.string(),
      status: z.enum(RELATIONSHIP_STATUSES),
      timezone: z.string(),
    }),
    dueAt: instantSchema.nullable(),
    snoozedUntil: instantSchema.nullable().describe("When its snooze ends."),
    snoozePreset: z.enum(SNOOZE_PRESETS).nullable(),
    undoUntil: instantSchema
      .nullable()
      .describe("Until when the caller can undo their decision; null if never, or no longer."),
    wakeReason: z.enum(REOPEN_REASONS).nullable().describe("Why it was reopened."),
    occurrenceCount: z.int(),
    lastOccurrenceAt: instantSchema,
    unread: z.boolean().describe("Whether it has news that the caller has not marked as read."),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    resolvedAt: instantSchema.nullable().describe("When it was resolved or dismissed."),
    summary: z.strictObject({
      code: z.enum(SUMMARY_CODES),
      counts: z.strictObject({ occurrences: z.int() }),
    }),
    coachUserId: idSchema.describe("The responsible coach."),
    assignedCoach: coachSchema.nullable().describe("Assignee, as long as they are a member."),
    goalAt: instantSchema.nullable().describe("Target time for the first action on it."),
    related: z
      .strictObject({ taskId: idSchema, taskType: z.enum(COACH_TASK_TYPES) })
      .nullable()
      .describe(
        "The other unresolved task of a client with missed check-ins who fell off track. An action on one leaves the other as it is.",
      ),
    facts: taskFactsSchema
      .nullable()
      .describe(
        "PROFILE_REVIEW has PROFILE, FORM_REVIEW has FORM, WORKOUT_REVIEW has WORKOUT, MISSED_CHECK_IN has CHECK_IN, PROGRESS_ALERT has TREND or SKIP, NUTRITION_REVIEW and PLAN_UPDATE have SKIP, MESSAGE_FOLLOW_UP has MESSAGE or QUESTIONNAIRE. Null if the caller may not open its source, or the source is gone.",
      ),
    sentence: z
      .strictObject({ en: z.string(), de: z.string() } satisfies Record<MessageLanguage, z.ZodType>)
      .nullable()
      .describe("The facts as a sentence, in each language; null without facts."),
    why: codedSentence(SUMMARY_CODES),
    closes: codedSentence(CLOSING_CODES),
    mayOpen: z.boolean(),
    route: z
      .string()
      .nullable()
      .describe("Where the app opens it; null if the caller may not open it."),
    actions: z.array(z.enum(COACH_TASK_ACTS)),
  })
  .meta({
    id: "CoachTaskItem",
    description:
      "A row of the inbox: codes and counts, and facts for a caller who may open its source.",
  });
export type CoachTaskItem = z.output<typeof coachTaskItemSchema>;

/** A member's view settings of the inbox. */
export const inboxPreferencesSchema = z
  .strictObject({
    statusFilter: z.array(z.enum(COACH_TASK_STATUSES)).max(COACH_TASK_STATUSES.length),
    typeFilter: z.array(z.enum(COACH_TASK_TYPES)).max(COACH_TASK_TYPES.length),
    sort: z.enum(INBOX_SORTS),
    showSnoozed: z.boolean(),
  })
  .meta({
    id: "InboxPreferences",
    description:
      "A member's view settings of the inbox. An empty list of statuses means OPEN and IN_PROGRESS, one of types all.",
  });
export type InboxPreferences = z.output<typeof inboxPreferencesSchema>;

export const inboxPageSchema = pageSchema(coachTaskItemSchema)
  .extend({
    changesCursor: z
      .string()
      .nullable()
      .describe(
        "Cursor for the changes after this page; only on the first page, null on later ones.",
      ),
    appliedPreferences: inboxPreferencesSchema
      .nullable()
      .describe("The preferences by which it was read; null if the request set them aside."),
    hiddenUrgent: z
      .int()
      .describe("URGENT tasks, open or in progress, that these preferences hide."),
    shownThrough: instantSchema
      .nullable()
      .describe(
        "Everything up to this instant was known to this page: what to mark as read. Null for an inbox without changes.",
      ),
    readThrough: instantSchema.nullable().describe("Up to when the caller marked it as read."),
  })
  .meta({
    id: "CoachTaskPage",
    description:
      "A page of the inbox; `nextCursor` is null at the end, `changesCursor` is the cursor for its changes.",
  });

/** Query of the counts; they count the tasks that the list shows with the same filters. */
export const inboxSummaryQuerySchema = z.strictObject({
  taskType: listOf(COACH_TASK_TYPES).optional(),
  dueBefore: instantSchema.optional(),
  coachUserId: idSchema.optional(),
});
export type InboxSummaryQuery = z.output<typeof inboxSummaryQuerySchema>;

export const inboxSummarySchema = z
  .strictObject({
    open: z.int(),
    inProgress: z.int(),
    overdue: z.int(),
    dueToday: z.int().describe("Due later on the present local day of their client."),
    highSeverity: z.int().describe("HIGH and URGENT."),
    snoozed: z.int().describe("Snoozed tasks."),
    badge: z.int().describe("Open and in progress, including those whose snooze has ended."),
    byType: z.array(z.strictObject({ taskType: z.enum(COACH_TASK_TYPES), count: z.int() })),
  })
  .meta({ id: "InboxSummary", description: "Counts of the inbox, by the rules of its list." });
export type InboxSummary = z.output<typeof inboxSummarySchema>;

/** The counts, and how many of the tasks a caller has not read. */
export const ownInboxSummarySchema = inboxSummarySchema
  .extend({
    unread: z.int().describe("Open and in progress, with news that the caller has not read."),
  })
  .meta({ id: "OwnInboxSummary", description: "Counts of the inbox for a caller." });

export const readMarkSchema = z
  .strictObject({
    readThrough: instantSchema.describe("The `shownThrough` of a page, or an earlier instant."),
  })
  .meta({ id: "InboxReadMark", description: "Up to when a member has read the inbox." });

/** Query of changes; without `since`, everything counts as changed. */
export const inboxChangesQuerySchema = z.strictObject({
  since: z.string().max(1_000).optional(),
  waitSeconds: z.coerce.number().int().min(0).max(INBOX_LIMITS.waitSeconds).default(0),
});

export const inboxChangesSchema = z
  .strictObject({
    reload: z.boolean().describe("Too much has changed: read the list again."),
    taskIds: z.array(idSchema).describe("Unresolved tasks to read again."),
    removedIds: z.array(idSchema).describe("Tasks that were closed."),
    counts: inboxSummarySchema.nullable().describe("Null if nothing changed."),
    cursor: z.string().describe("Cursor for the next request; it is valid for 24 hours."),
  })
  .meta({ id: "InboxChanges", description: "Changes in the inbox since a cursor." });
export type InboxChanges = z.output<typeof inboxChangesSchema>;

/** Outcome of the nudge of a task that was resolved as NUDGE_SENT. */
export const taskNudgeSchema = z
  .strictObject({
    at: instantSchema.describe("When the undo is over and the nudge is decided."),
    outcome: z.enum(NOTIFICATION_OUTCOMES).nullable().describe("Null until it is decided."),
    reason: z.enum(NOTIFICATION_REASONS).nullable(),
    deliverAfter: instantSchema
      .nullable()
      .describe("End of the client's quiet hours, if it is deferred."),
  })
  .meta({ id: "CoachTaskNudge", description: "The nudge that a resolution as NUDGE_SENT causes." });
export type TaskNudge = z.output<typeof taskNudgeSchema>;

export const coachTaskDetailSchema = coachTaskItemSchema
  .extend({
    source: z.strictObject({
      context: z.enum(SOURCE_CONTEXTS),
      type: z.string(),
      id: idSchema.nullable().describe("Null if the caller may not open it."),
    }),
    timeline: z.array(
      z.strictObject({
        type: z.enum(COACH_TASK_EVENT_TYPES),
        at: instantSchema,
        actor: z.strictObject({ kind: z.enum(COACH_TASK_ACTORS), userId: idSchema.nullable() }),
        resolutionType: z.enum(RESOLUTION_TYPES).nullable(),
        reopenReason: z.enum(REOPEN_REASONS).nullable(),
      }),
    ),
    resolutionType: z.enum(RESOLUTION_TYPES).nullable(),
    dismissReason: z.enum(DISMISS_REASONS).nullable(),
    note: z.string().nullable(),
    occurrences: z
      .array(
        z.strictObject({
          acceptedAt: instantSchema,
          reviewedAt: instantSchema.nullable().describe("When a coach reviewed it in the inbox."),
          localDate: localDateSchema.nullable(),
          submissionId: idSchema
            .nullable()
            .describe(
              "The submitted form; null for other sources, and if the caller may not open it.",
            ),
          route: z.string().nullable().describe("Where the app opens it."),
        }),
      )
      .describe("What the task covers, oldest first, at most 100; each form has its own route."),
    nudge: taskNudgeSchema.nullable(),
    previousTaskId: idSchema.nullable(),
    duplicateOf: idSchema.nullable(),
  })
  .meta({ id: "CoachTaskDetail", description: "A task of the inbox with its history." });
export type CoachTaskDetail = z.output<typeof coachTaskDetailSchema>;

export const taskTimelineSchema = z
  .strictObject({
    items: z.array(
      z.strictObject({
        taskType: z.enum(COACH_TASK_TYPES),
        date: instantSchema,
        resolutionLabel: z.enum([...RESOLUTION_TYPES, ...DISMISS_REASONS]),
        sourceRoute: z.string().nullable(),
      }),
    ),
  })
  .meta({
    id: "ClientTaskTimeline",
    description:
      "A client's tasks that were resolved or dismissed in the last 30 days, at most 20.",
  });
export type TaskTimeline = z.output<typeof taskTimelineSchema>;

/** Used until a member chooses otherwise. */
export const DEFAULT_INBOX_PREFERENCES: InboxPreferences = {
  statusFilter: ["OPEN", "IN_PROGRESS"],
  typeFilter: [],
  sort: "PRIORITY",
  showSnoozed: false,
};
