import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../../db/agenda/agenda-task-event.ts";
import { AgendaTaskItem } from "../../../db/agenda/agenda-task-item.ts";
import { RelationshipScope } from "../../../db/sync/relationship-scope.ts";
import { ScopeChange } from "../../../db/sync/scope-change.ts";
import type { AgendaOwner } from "../plans/plans.ts";
import { listDayFeedEvents } from "./list-day-feed-events.ts";

/** Counts every row that materialisation writes for a relationship. */
export async function countAgendaRows(em: SqlEntityManager, { relationshipId }: AgendaOwner) {
  const fork = em.fork();
  const tasks = await fork.find(AgendaTask, { relationshipId });
  const scope = await fork.findOneOrFail(RelationshipScope, { relationshipId });
  return {
    tasks: tasks.length,
    items: await fork.count(AgendaTaskItem, { relationshipId }),
    history: await fork.count(AgendaTaskEvent, { relationshipId }),
    days: await fork.count(AgendaDay, { relationshipId }),
    changes: await fork.count(ScopeChange, { relationshipId }),
    seq: scope.seq,
    events: await countMade(em, relationshipId),
  };
}

/** Counts the tasks whose creation the event feed reports. */
async function countMade(em: SqlEntityManager, relationshipId: string): Promise<number> {
  const made = (await listDayFeedEvents(em, relationshipId)).filter(
    ({ type }) => type === "DailyTaskMaterialized",
  );
  return new Set(made.map(({ eventId }) => eventId)).size;
}
