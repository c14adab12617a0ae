import * as z from "zod";
import { ADHERENCE_BUCKETS } from "../../agenda/adherence/vocabulary.ts";
import type { MessageLanguage } from "../../language-of.ts";
import { blocksSchema } from "../../onboarding/schema.ts";
import { ONBOARDING_TASK_STATUSES, WORKFLOW_STATUSES } from "../../onboarding/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../../relationships/vocabulary.ts";
import { idSchema, instantSchema, listOf, localDateSchema, pageSchema } from "../../wire.ts";
import { taskFactsSchema } from "../facts-schema.ts";
import { COACH_TASK_TYPES, SUMMARY_CODES } from "../source-vocabulary.ts";
import { SEVERITIES } from "../vocabulary.ts";
import { ROSTER_DAY_STATES, ROSTER_LIMITS, ROSTER_SORTS } from "./vocabulary.ts";

/** Query of the roster. Without a status, it lists the clients whose relationship has not ended. */
export const rosterQuerySchema = z.strictObject({
  q: z
    .string()
    .trim()
    .min(1)
    .max(ROSTER_LIMITS.searchLength)
    .optional()
    .describe("Words that the name contains, in any case, with or without accents."),
  status: listOf(RELATIONSHIP_STATUSES).optional(),
  bucket: listOf(ADHERENCE_BUCKETS).optional(),
  coachUserId: idSchema.optional().describe("The responsible coach."),
  sort: z.enum(ROSTER_SORTS).default("ATTENTION"),
  limit: z.coerce.number().int().min(1).max(ROSTER_LIMITS.clients).default(ROSTER_LIMITS.clients),
  cursor: z.string().max(1024).optional(),
});
export type RosterQuery = z.output<typeof rosterQuerySchema>;

const attentionSchema = z
  .strictObject({
    taskId: idSchema,
    taskType: z.enum(COACH_TASK_TYPES),
    severity: z.enum(SEVERITIES),
    code: z.enum(SUMMARY_CODES),
    dueAt: instantSchema.nullable(),
    facts: taskFactsSchema
      .nullable()
      .describe("As in the inbox: null if the caller may not open its source, or it is gone."),
    sentence: z
      .strictObject({ en: z.string(), de: z.string() } satisfies Record<MessageLanguage, z.ZodType>)
      .nullable()
      .describe("The facts as a sentence, in each language; null without facts."),
    openTasks: z.int().describe("Tasks about the client, open or in progress."),
  })
  .meta({
    id: "RosterAttention",
    description: "The most important task about a client, in the order of the inbox.",
  });

const rosterDaySchema = z
  .strictObject({
    localDate: localDateSchema,
    state: z
      .enum(ROSTER_DAY_STATES)
      .nullable()
      .describe("Null if the client had no such day: before the start, or during a pause."),
    tasks: z.int(),
    completed: z.int(),
    skipped: z.int(),
    missed: z.int(),
    late: z.int().describe("Entries that arrived after the day had closed."),
  })
  .meta({ id: "RosterDay", description: "The counts of one local date of a client." });

export const rosterDaysSchema = z.array(rosterDaySchema);

const percentSchema = z.int().nullable();

export const rosterClientSchema = z
  .strictObject({
    relationshipId: idSchema,
    status: z.enum(RELATIONSHIP_STATUSES),
    client: z.strictObject({ userId: idSchema, displayName: z.string() }),
    timezone: z.string(),
    coach: z
      .strictObject({ userId: idSchema, displayName: z.string() })
      .describe("The responsible coach."),
    attention: attentionSchema.nullable().describe("Null if no task is open or in progress."),
    snoozedUntil: instantSchema
      .nullable()
      .describe("When the next snoozed task about the client wakes; null if none is snoozed."),
    days: rosterDaysSchema.describe(
      `The last ${ROSTER_LIMITS.days} local dates of the client, oldest first; the last one is their present one.`,
    ),
    percent7: percentSchema.describe(
      "Adherence over 7 dates up to the newest closed one, of closed and offered days; null if too few tasks count.",
    ),
    percent28: percentSchema.describe("The same over 28 dates."),
    bucket: z
      .enum(ADHERENCE_BUCKETS)
      .describe("Rating of the 7 dates by the workspace's limits; TOO_FEW until one has closed."),
    onboarding: z
      .strictObject({
        instanceId: idSchema,
        status: z.enum(WORKFLOW_STATUSES),
        questionnaire: z.enum(ONBOARDING_TASK_STATUSES),
        dueAt: instantSchema.nullable(),
        blocks: blocksSchema,
      })
      .nullable()
      .meta({ description: "The newest onboarding; null without one." }),
    lastSyncAt: instantSchema
      .nullable()
      .describe("Last contact of the client's active phones; null for none, and after the end."),
    outbox: z
      .strictObject({
        depth: z.int().describe("Entries that wait on the phones."),
        rejected: z.int().describe("Refused entries that still lie on the phones."),
        reportedAt: instantSchema.describe("Of several phones, the oldest report."),
      })
      .nullable()
      .describe(
        "Sums over the active phones that reported within 30 days; null if none did, and after the end.",
      ),
  })
  .meta({
    id: "RosterClient",
    description: "A client of the workspace as a console lists them: who, why, and how it goes.",
  });
export type RosterClient = z.output<typeof rosterClientSchema>;

export const rosterPageSchema = pageSchema(rosterClientSchema)
  .extend({
    rankedAt: instantSchema.describe(
      "The instant by which all pages of this list are ranked; passing time moves nobody between pages.",
    ),
  })
  .meta({
    id: "RosterPage",
    description:
      "A page of the roster. If an act moves a client between two pages, a client may occur twice or not at all: changes name them.",
  });
