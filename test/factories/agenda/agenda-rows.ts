import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../../db/agenda/agenda-task.ts";
import { AgendaTaskEvent } from "../../../db/agenda/agenda-task-event.ts";
import { AgendaTaskItem } from "../../../db/agenda/agenda-task-item.ts";
import { withContents } from "../../../db/agenda/snapshots/load-contents.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
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

/** Fills in what tasks show and offer; most tasks only name it by its key. The entities are not stored again. */
export async function withShown(em: SqlEntityManager, tasks: readonly AgendaTask[]) {
  const named = tasks.map(({ id, snapshotKey, snapshot, actionSchema }) => ({
    id,
    snapshotKey,
    snapshot,
    actionSchema,
  }));
  const contents = await withContents(executorOf(em.fork()), named);
  return tasks.map((task, place) => {
    const content = contents[place];
    if (content === undefined) throw new Error("A task has no content");
    const { snapshot, actionSchema } = content;
    return Object.assign(task, { snapshot, actionSchema });
  });
}

/** A task by its id, with what it shows and offers. */
export async function shownTask(em: SqlEntityManager, id: string) {
  const [task] = await withShown(em, [await em.fork().findOneOrFail(AgendaTask, { id })]);
  if (task === undefined) throw new Error("The task does not exist");
  return task;
}

/** Counts the tasks whose creation the event feed reports. */
async function countMade(em: SqlEntityManager, relationshipId: string): Promise<number> {
  const made = (await listDayFeedEvents(em, relationshipId)).filter(
    ({ type }) => type === "DailyTaskMaterialized",
  );
  return new Set(made.map(({ eventId }) => eventId)).size;
}
