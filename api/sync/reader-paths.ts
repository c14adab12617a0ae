import type { OperationPrincipal } from "../../contract/sync/vocabulary.ts";
import { todayPath } from "../../rules/agenda/today-path.ts";
import { formAssignmentPath } from "../../rules/forms/form-assignment-path.ts";
import { OPEN_CONFLICTS_PATH } from "../../rules/workouts/conflicts/conflict-refetch.ts";

/** The reader of a scope. */
export interface ScopeReader {
  readonly as: OperationPrincipal;
  readonly workspaceId: string;
  readonly relationshipId: string;
}

/** A device as the reader of its scope. */
export interface DeviceReader extends ScopeReader {
  readonly deviceId: string;
}

/** Where this reader finds the agenda of a local day: a client the day, a coach its log. */
export function agendaDayPath(reader: ScopeReader, localDate: string): string {
  if (reader.as === "CLIENT") return todayPath(localDate);
  const history = `/api/v1/coach/relationships/${reader.relationshipId}/quick-log`;
  return `${history}?from=${localDate}&to=${localDate}`;
}

/** Where this reader finds the relationship's form assignments, or one of them; a coach finds one in the list. */
export function formAssignmentsPath(reader: ScopeReader, id?: string): string {
  const { as, workspaceId, relationshipId } = reader;
  if (as === "COACH")
    return `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/form-assignments`;
  return id === undefined ? "/api/v1/client/form-assignments" : formAssignmentPath(id);
}

/** Where a client's device finds its offline workouts. */
export function offlineManifestPath({ deviceId }: DeviceReader): string {
  return `/api/v1/client/workouts/offline-manifest?deviceId=${deviceId}`;
}

/** Where this reader finds drafts in conflict: a client the open ones, a coach the issues of the sessions. */
export function workoutConflictsPath({ as, relationshipId }: ScopeReader): string {
  if (as === "CLIENT") return OPEN_CONFLICTS_PATH;
  return `/api/v1/coach/relationships/${relationshipId}/workout-sync-issues`;
}
