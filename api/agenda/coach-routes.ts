import { z } from "zod";
import { relationshipAdherenceSchema } from "../../contract/agenda/adherence/schema.ts";
import {
  dailySummaryQuerySchema,
  dailySummarySchema,
} from "../../contract/agenda/summary-schema.ts";
import { ADHERENCE_DATES } from "../../contract/agenda/adherence/vocabulary.ts";
import { idSchema } from "../../contract/wire.ts";
import { getRelationshipAdherence } from "../../db/agenda/adherence/queries.ts";
import { listSummaryDays } from "../../db/agenda/summary/queries.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { presentAdherence } from "./present-adherence.ts";
import { presentSummary } from "./present-summary.ts";

const relationshipPath = "/api/v1/coach/relationships/{relationshipId}";
const params = z.strictObject({ relationshipId: idSchema });
const dates = ADHERENCE_DATES.LONG;

const readAdherence = read({
  method: "GET",
  path: `${relationshipPath}/adherence`,
  name: "readAdherence",
  summary: "Adherence of a client: over 7 and 28 dates, and day by day",
  source: "docs/rooms/agenda.md#adherence",
  access: "relationship-coach",
  params,
  answer: relationshipAdherenceSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, params: { relationshipId } }) =>
    presentAdherence(relationshipId, await getRelationshipAdherence(em, { relationshipId, dates })),
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
export const coachAgendaEndpoints: readonly Endpoint[] = [readAdherence, readSummary];
