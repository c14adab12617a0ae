import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { RefetchHint } from "../../contract/sync/schema.ts";
import type { SyncEntityType } from "../../contract/sync/vocabulary.ts";
import { listTaskDates } from "../../db/quick-log/queries.ts";
import type { ScopeSnapshot } from "../../db/sync/queries.ts";
import { todayPath } from "../../rules/agenda/today-path.ts";
import { formAssignmentPath } from "../../rules/forms/form-assignment-path.ts";

/** What changed since a cursor, each with the path where its present state is read. */
export async function listChangeHints(
  em: SqlEntityManager,
  changes: ScopeSnapshot["changes"],
): Promise<RefetchHint[]> {
  const idsOf = (wanted: SyncEntityType) =>
    changes.filter(({ type }) => type === wanted).map(({ id }) => id);
  const taskIds = idsOf("agenda_task");
  const tasks = taskIds.length === 0 ? [] : await listTaskDates(em, taskIds);
  const taskHints = tasks.map(({ taskId, localDate }) =>
    changed("agenda_task", taskId, todayPath(localDate)),
  );
  const formHints = idsOf("form_assignment").map((id) =>
    changed("form_assignment", id, formAssignmentPath(id)),
  );
  return [...taskHints, ...formHints];
}

function changed(entityType: SyncEntityType, entityId: string, path: string): RefetchHint {
  return { entityType, entityId, path, reason: "CHANGED" };
}
