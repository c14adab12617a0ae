import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { RefetchHint } from "../../contract/sync/schema.ts";
import { listTaskDates } from "../../db/quick-log/queries.ts";
import type { ScopeSnapshot } from "../../db/sync/queries.ts";
import { todayPath } from "../../rules/agenda/today-path.ts";

/** What changed since a cursor, each with the path where its present state is read. */
export async function listChangeHints(
  em: SqlEntityManager,
  changes: ScopeSnapshot["changes"],
): Promise<RefetchHint[]> {
  const taskIds = changes.filter(({ type }) => type === "agenda_task").map(({ id }) => id);
  if (taskIds.length === 0) return [];
  const tasks = await listTaskDates(em, taskIds);
  return tasks.map(({ taskId, localDate }) => ({
    entityType: "agenda_task",
    entityId: taskId,
    path: todayPath(localDate),
    reason: "CHANGED",
  }));
}
