import * as z from "zod";
import { FORM_SOURCES } from "../../forms/vocabulary.ts";
import { PLAN_KINDS } from "../../plans/kind-vocabulary.ts";
import { RELATIONSHIP_PRINCIPALS, RELATIONSHIP_STATUSES } from "../../relationships/vocabulary.ts";
import { idSchema, instantSchema, listOf, localDateSchema, pageQuerySchema } from "../../wire.ts";
import { COACH_TASK_TYPES, SUMMARY_CODES } from "../source-vocabulary.ts";
import { DISMISS_REASONS, RESOLUTION_TYPES, SEVERITIES } from "../vocabulary.ts";
import { TIMELINE_CODES, type TimelineCode } from "./timeline-vocabulary.ts";

/** Query of a client's timeline, newest first; every code by default. */
export const timelineQuerySchema = pageQuerySchema.extend({
  code: listOf(TIMELINE_CODES).optional(),
});

const byUserId = idSchema.describe("The person who did it.");

/** An entry of one code: `facts` is what its sentence needs. */
const entrySchema = <const Code extends TimelineCode, Shape extends z.ZodRawShape>(
  code: Code,
  facts: Shape,
) =>
  z.strictObject({
    at: instantSchema,
    localDate: localDateSchema.describe("Of `at`, in the client's present zone."),
    code: z.literal(code),
    facts: z.strictObject(facts),
    route: z
      .string()
      .nullable()
      .describe("Page of the console; null if there is none, or the caller may not open it."),
  });

const taskFacts = {
  taskId: idSchema,
  taskType: z.enum(COACH_TASK_TYPES),
  summary: z.enum(SUMMARY_CODES),
};

export const timelineEntrySchema = z
  .discriminatedUnion("code", [
    entrySchema("RELATIONSHIP_STARTED", {}),
    entrySchema("RELATIONSHIP_CHANGED", {
      from: z.enum(RELATIONSHIP_STATUSES),
      to: z.enum(RELATIONSHIP_STATUSES),
      actorKind: z.enum(RELATIONSHIP_PRINCIPALS),
      byUserId,
    }),
    entrySchema("COACH_CHANGED", {
      fromCoachUserId: idSchema.nullable(),
      toCoachUserId: idSchema.nullable(),
      byUserId,
    }),
    entrySchema("PLAN_ASSIGNED", {
      assignmentId: idSchema,
      planId: idSchema,
      planKind: z.enum(PLAN_KINDS),
      title: z.string(),
      byUserId,
    }),
    entrySchema("PLAN_REVISED", {
      assignmentId: idSchema,
      planId: idSchema,
      planKind: z.enum(PLAN_KINDS),
      title: z.string(),
      revision: z.int(),
      byUserId,
    }),
    entrySchema("FORM_ASSIGNED", {
      formAssignmentId: idSchema,
      title: z.string(),
      sourceType: z.enum(FORM_SOURCES),
      byUserId: byUserId.nullable().describe("Null when the system assigned it."),
    }),
    entrySchema("FORM_SUBMITTED", {
      formSubmissionId: idSchema,
      title: z.string(),
      sourceType: z.enum(FORM_SOURCES),
    }),
    entrySchema("WORKOUT_SUBMITTED", {
      sessionId: idSchema,
      title: z.string(),
      trainedOn: localDateSchema,
      setsAsked: z.int(),
      setsDone: z.int(),
    }),
    entrySchema("TASK_OPENED", { ...taskFacts, severity: z.enum(SEVERITIES) }),
    entrySchema("TASK_CLOSED", {
      ...taskFacts,
      resolutionType: z.enum(RESOLUTION_TYPES).nullable().describe("Null if it was dismissed."),
      dismissReason: z.enum(DISMISS_REASONS).nullable(),
      byUserId: byUserId.nullable().describe("Null when its source closed it."),
    }),
  ])
  .meta({
    id: "TimelineEntry",
    description: "Something that happened with a client, without a client's text or a reason.",
  });
export type TimelineEntry = z.output<typeof timelineEntrySchema>;

export const timelinePageSchema = z
  .strictObject({
    items: z.array(timelineEntrySchema),
    nextCursor: z.string().nullable().describe("Cursor of the next page; null at the end."),
  })
  .meta({ id: "TimelinePage", description: "One page of a client's timeline, newest first." });
