import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { localDateOfTaskId } from "../../contract/agenda/task-id.ts";
import type { RefetchHint } from "../../contract/sync/schema.ts";
import type { SyncEntityType } from "../../contract/sync/vocabulary.ts";
import { listTaskDates } from "../../db/quick-log/queries.ts";
import type { ScopeSnapshot } from "../../db/sync/scope/queries.ts";
import { scopeRefetch } from "../../rules/sync/scope-refetch.ts";
import {
  agendaDayPath,
  type DeviceReader,
  formAssignmentsPath,
  offlineManifestPath,
  workoutConflictsPath,
} from "./reader-paths.ts";

/** Changes since a cursor, each with the path where this reader finds its present state. */
export async function listChangeHints(
  em: SqlEntityManager,
  changes: ScopeSnapshot["changes"],
  reader: DeviceReader,
): Promise<RefetchHint[]> {
  const idsOf = (wanted: SyncEntityType) =>
    changes.filter(({ type }) => type === wanted).map(({ id }) => id);
  const taskIds = idsOf("agenda_task");
  const tasks = taskIds.length === 0 ? [] : await listTaskDates(em, taskIds);
  const taskHints = tasks.map(({ taskId, localDate }) =>
    changed("agenda_task", taskId, agendaDayPath(reader, localDate)),
  );
  const noticeHints = (["agenda_card", "focus_pin"] as const).flatMap((type) =>
    idsOf(type).map((id) => changed(type, id, agendaDayPath(reader, localDateOfTaskId(id)))),
  );
  const formHints = idsOf("form_assignment").map((id) =>
    changed("form_assignment", id, formAssignmentsPath(reader, id)),
  );
  const programHints = idsOf("plan_assignment").map((id) =>
    changed("plan_assignment", id, scopeRefetch(reader, "CHANGED").path),
  );
  const sessionHints = idsOf("workout_session").map((id) =>
    changed("workout_session", id, scopeRefetch(reader, "CHANGED").path),
  );
  const conflictHints = idsOf("workout_conflict").map((id) =>
    changed("workout_conflict", id, workoutConflictsPath(reader)),
  );
  // A coach's app stores none.
  const packages = reader.as === "CLIENT" ? idsOf("workout_package") : [];
  const packageHints = packages.map((id) =>
    changed("workout_package", id, offlineManifestPath(reader)),
  );
  return [
    ...taskHints,
    ...noticeHints,
    ...formHints,
    ...programHints,
    ...packageHints,
    ...sessionHints,
    ...conflictHints,
  ];
}

function changed(entityType: SyncEntityType, entityId: string, path: string): RefetchHint {
  return { entityType, entityId, path, reason: "CHANGED" };
}
