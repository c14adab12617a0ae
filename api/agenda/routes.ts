import { todayQuerySchema, todaySchema } from "../../contract/agenda/today-schema.ts";
import { noticeRows } from "../../contract/agenda/agenda-rows.ts";
import { readNotices } from "../../db/agenda/notices/queries.ts";
import { getAgendaScope, listSourcedTasks } from "../../db/agenda/queries.ts";
import { agendaChecksum } from "../../rules/agenda/agenda-checksum.ts";
import { checksumOfEpoch } from "../../rules/sync/restored-scope.ts";
import { type Endpoint, read } from "../endpoint.ts";
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
    const notices = await readNotices(em, { relationshipId, localDate });
    const rows = { tasks, notices: noticeRows(notices) };
    const checksum = checksumOfEpoch(scope, await agendaChecksum(rows));
    return presentToday({
      scope,
      localDate,
      deviceTimezone: query.timezone ?? null,
      tasks,
      notices,
      agendaChecksum: checksum,
      unchanged: query.agendaChecksum === checksum,
    });
  },
});

/** Routes of a client's daily agenda. */
export const agendaEndpoints: readonly Endpoint[] = [readToday];
