import * as z from "zod";
import { TASK_KINDS } from "../agenda/kinds/vocabulary.ts";
import { localDateSchema } from "../wire.ts";
import { FORM_PURPOSES, INBOX_LIMITS } from "./vocabulary.ts";

const occurrencesSchema = z
  .strictObject({
    count: z.int(),
    dates: z
      .array(localDateSchema)
      .describe(
        `Local dates of the client, one for each occurrence, oldest first; at most the last ${INBOX_LIMITS.occurrenceDates}.`,
      ),
  })
  .meta({ id: "TaskOccurrences", description: "The occurrences that a task of the inbox covers." });

/** Facts about a task from one kind of source, with its occurrences. */
const factsSchema = <const Kind extends string, Shape extends z.ZodRawShape>(
  kind: Kind,
  shape: Shape,
) => z.strictObject({ kind: z.literal(kind), occurrences: occurrencesSchema, ...shape });

const profileFactsSchema = factsSchema("PROFILE", {}).meta({
  id: "ProfileFacts",
  description: "A baseline profile that was completed or changed.",
});
export type ProfileFacts = z.output<typeof profileFactsSchema>;

const formFactsSchema = factsSchema("FORM", {
  title: z.string(),
  purpose: z.enum(FORM_PURPOSES).describe("SINGLE for a form that a coach gave by itself."),
}).meta({ id: "FormFacts", description: "A form that the client submitted." });
export type FormFacts = z.output<typeof formFactsSchema>;

const questionnaireFactsSchema = factsSchema("QUESTIONNAIRE", {
  title: z.string().nullable().describe("Null if no form is assigned."),
}).meta({ id: "QuestionnaireFacts", description: "A questionnaire that the client put off." });
export type QuestionnaireFacts = z.output<typeof questionnaireFactsSchema>;

const workoutFactsSchema = factsSchema("WORKOUT", {
  title: z.string(),
  localDate: localDateSchema,
}).meta({ id: "WorkoutFacts", description: "A workout that the client submitted." });
export type WorkoutFacts = z.output<typeof workoutFactsSchema>;

const checkInFactsSchema = factsSchema("CHECK_IN", {
  silentDays: z
    .int()
    .nullable()
    .describe("Days since the last one with a task done or skipped; null if there was none."),
}).meta({ id: "CheckInFacts", description: "Days with missed check-ins." });
export type CheckInFacts = z.output<typeof checkInFactsSchema>;

const percentSchema = z.int().nullable();
const trendFactsSchema = factsSchema("TREND", {
  percent: percentSchema.describe(
    "Adherence over 7 dates up to the newest closed day; null if no task counts.",
  ),
  percentBefore: percentSchema.describe("Adherence over the 7 dates before them."),
}).meta({ id: "TrendFacts", description: "The adherence of a client who fell off track." });
export type TrendFacts = z.output<typeof trendFactsSchema>;

const skipFactsSchema = factsSchema("SKIP", {
  taskKind: z.enum(TASK_KINDS),
  localDate: localDateSchema,
  title: z.string().nullable().describe("Null for a meal or a supplement."),
}).meta({
  id: "SkipFacts",
  description: "Skipped tasks; kind, date and title are the last one's.",
});
export type SkipFacts = z.output<typeof skipFactsSchema>;

const messageFactsSchema = factsSchema("MESSAGE", {}).meta({
  id: "MessageFacts",
  description: "Messages that wait for a reply.",
});
export type MessageFacts = z.output<typeof messageFactsSchema>;

/** The facts about a task, by its source (docs/rooms/inbox.md#facts). */
export const taskFactsSchema = z.discriminatedUnion("kind", [
  profileFactsSchema,
  formFactsSchema,
  questionnaireFactsSchema,
  workoutFactsSchema,
  checkInFactsSchema,
  trendFactsSchema,
  skipFactsSchema,
  messageFactsSchema,
]);
