import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import type { EventType, FeedEvent } from "../../../contract/outbox/vocabulary.ts";
import { listClosedTasks } from "../../../db/agenda/closing/list-open-tasks.ts";
import { dayKey } from "../../../db/agenda/queries.ts";
import { idFrom } from "../../../db/platform/new-id.ts";
import type { LeasedRow } from "../../../db/outbox/lease-rows.ts";

/**
 * Lists the task events of each closed day for the feed, by outbox row. They come from the tasks' history, which is
 * never rewritten. Each id derives from task, revision and type, so a redelivery yields the same events.
 */
export async function listDayClosedEvents(
  em: SqlEntityManager,
  rows: readonly LeasedRow[],
): Promise<ReadonlyMap<string, readonly FeedEvent[]>> {
  const days = rows.map(({ id, subjectId: relationshipId, refs }) => ({
    id,
    relationshipId,
    localDate: String(refs["localDate"]),
  }));
  const tasks = await listClosedTasks(em, days);
  const byDay = Map.groupBy(tasks, dayKey);
  return new Map(days.map((day) => [day.id, (byDay.get(dayKey(day)) ?? []).map(feedEvent)]));
}

type ClosedTask = Awaited<ReturnType<typeof listClosedTasks>>[number];

function feedEvent(task: ClosedTask): FeedEvent {
  const { relationshipId, localDate, taskKind, toStatus, metadata } = task;
  const type = typeOf(toStatus);
  const { taskRevision, ...counts } = metadata;
  const version = Number(taskRevision);
  return {
    eventId: idFrom(task.id, `${type}/${version}`),
    type,
    subjectId: task.id,
    version,
    refs: { relationshipId, localDate, taskKind, ...counts },
  };
}

function typeOf(status: TaskStatus): EventType {
  if (status === "MISSED") return "DailyTaskMissed";
  return status === "COMPLETED" ? "DailyTaskCompleted" : "DailyTaskStatusChanged";
}
