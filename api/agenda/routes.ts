import { z } from "zod";
import { relationshipAdherenceSchema } from "../../contract/agenda/adherence-schema.ts";
import { ADHERENCE_DATES } from "../../contract/agenda/vocabulary.ts";
import { idSchema } from "../../contract/wire.ts";
import { getRelationshipAdherence } from "../../db/agenda/adherence/queries.ts";
import { todayQuerySchema, todaySchema } from "../../contract/agenda/schema.ts";
import { getAgendaScope, listSourcedTasks } from "../../db/agenda/queries.ts";
import { agendaChecksum } from "../../rules/agenda/agenda-checksum.ts";
import { checksumOfEpoch } from "../../rules/sync/restored-scope.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { presentAdherence } from "./present-adherence.ts";
import { presentToday } from "./present.ts";

const readToday = read({
  method: "GET",
  path: "/api/v1/client/today",
  name: "readToday",
  summary: "The agenda of a local day",
  source: "docs/rules.md#agenda-today",
  access: "client",
  query: todayQuerySchema,
  answer: todaySchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, granted, query }) => {
    const scope = await getAgendaScope(em, granted.caller.userId);
    const localDate = query.date ?? scope.localDate;
    const { relationshipId } = scope;
    const tasks = await listSourcedTasks(em, { relationshipId, localDate });
    const checksum = checksumOfEpoch(scope, await agendaChecksum(tasks));
    return presentToday({
      scope,
      localDate,
      deviceTimezone: query.timezone ?? null,
      tasks,
      agendaChecksum: checksum,
      unchanged: query.agendaChecksum === checksum,
    });
  },
});

const readAdherence = read({
  method: "GET",
  path: "/api/v1/coach/relationships/{relationshipId}/adherence",
  name: "readAdherence",
  summary: "How much a client does of what is planned: 7 and 28 dates, and day by day",
  source: "docs/rules.md#agenda-adherence",
  access: "relationship-coach",
  params: z.strictObject({ relationshipId: idSchema }),
  answer: relationshipAdherenceSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, params: { relationshipId } }) => {
    const dates = ADHERENCE_DATES.LONG;
    return presentAdherence(
      relationshipId,
      await getRelationshipAdherence(em, { relationshipId, dates }),
    );
  },
});

/** Routes of the daily agenda: the client's day, and what a coach reads of their days. */
export const agendaEndpoints: readonly Endpoint[] = [readToday, readAdherence];
