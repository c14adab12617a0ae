import { materialiseForEvent } from "../../activities/agenda/calendar/materialise-for-event.ts";
import {
  materialiseDaysSchema,
  materialisedDaysSchema,
} from "../../contract/agenda/materialise/schema.ts";
import { MATERIALISE_LIMITS } from "../../contract/agenda/materialise/vocabulary.ts";
import { unmanaged, type Endpoint } from "../endpoint.ts";
import { machineKey } from "../guard/principal-of.ts";

const route = "/api/v1/internal/daily-execution/materialize";

const materialize = unmanaged({
  method: "POST",
  path: route,
  name: "materializeDays",
  summary: "Open the present local days of relationships",
  source: "docs/rooms/agenda.md#materialising-on-request",
  access: "service",
  body: materialiseDaysSchema,
  bodyLimit: MATERIALISE_LIMITS.bodyBytes,
  answer: materialisedDaysSchema,
  refusals: ["SOURCE_EVENT_REUSED", "ANSWER_ERASED"],
  handle: async ({ body, granted, request, deps }) =>
    await materialiseForEvent(deps.database.em, body, {
      caller: machineKey(granted.machine),
      method: "POST",
      route,
      requestId: request.requestId,
      isStopping: deps.isDraining,
    }),
});

/** Agenda routes that our own services call. */
export const internalAgendaEndpoints: readonly Endpoint[] = [materialize];
