import { z } from "zod";
import {
  adherenceQuerySchema,
  relationshipAdherenceSchema,
} from "../../contract/agenda/adherence/schema.ts";
import {
  dailySummaryQuerySchema,
  dailySummarySchema,
} from "../../contract/agenda/summary-schema.ts";
import { ADHERENCE_DATES } from "../../contract/agenda/adherence/vocabulary.ts";
import { clientWeeksSchema, weeksQuerySchema } from "../../contract/agenda/weeks-schema.ts";
import { idSchema } from "../../contract/wire.ts";
import { getRelationshipAdherence } from "../../db/agenda/adherence/queries.ts";
import { listSummaryDays } from "../../db/agenda/summary/queries.ts";
import { listWeekDays } from "../../db/agenda/weeks/queries.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { presentAdherence } from "./present-adherence.ts";
import { presentSummary } from "./present-summary.ts";
import { presentWeeks } from "./present-weeks.ts";

const relationshipPath = "/api/v1/coach/relationships/{relationshipId}";
const params = z.strictObject({ relationshipId: idSchema });
const dates = ADHERENCE_DATES.LONG;

const readAdherence = read({
  method: "GET",
  path: `${relationshipPath}/adherence`,
  name: "readAdherence",
  summary: "Adherence of a client: over 7 and 28 dates, day by day, and week by week",
  source: "docs/rooms/agenda.md#adherence",
  access: "relationship-coach",
  fromStandby: true,
  params,
  query: adherenceQuerySchema,
  answer: relationshipAdherenceSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, params: { relationshipId }, query: { weeks = 0 } }) => {
    const wanted = { relationshipId, dates: Math.max(dates, 7 * weeks) };
    return presentAdherence(relationshipId, await getRelationshipAdherence(em, wanted), weeks);
  },
});

const readWeeks = read({
  method: "GET",
  path: `${relationshipPath}/weeks`,
  name: "readClientWeeks",
  summary: "The newest weeks of a client: each day with the states of its tasks",
  source: "docs/rooms/agenda.md#weeks",
  access: "relationship-coach",
  fromStandby: true,
  params,
  query: weeksQuerySchema,
  answer: clientWeeksSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, params: { relationshipId }, query: { weeks } }) =>
    presentWeeks(relationshipId, await listWeekDays(em, { relationshipId, weeks })),
});

const readSummary = read({
  method: "GET",
  path: `${relationshipPath}/daily-summary`,
  name: "readDailySummary",
  summary: "A client's days: tasks, their outcomes, and when and why",
  source: "docs/rooms/agenda.md#coach-summary",
  access: "relationship-coach",
  params,
  query: dailySummaryQuerySchema,
  answer: dailySummarySchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, params: { relationshipId }, query, dateAnswer }) => {
    // A review sends this time back as the state it saw.
    dateAnswer(await clockNow(em));
    const adherence = await getRelationshipAdherence(em, { relationshipId, dates });
    const days = await listSummaryDays(em, { relationshipId, ...query });
    return { relationshipId, ...presentSummary(days, adherence, query) };
  },
});

/** Routes by which a coach reads a client's days. */
export const coachAgendaEndpoints: readonly Endpoint[] = [readAdherence, readWeeks, readSummary];
