import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { LogPosition } from "../../activities/sync/scope-feature.ts";
import { Refusal } from "../../contract/refusal.ts";
import { WORKOUT_LOGS_PER_PAGE } from "../../contract/sync/vocabulary.ts";
import type { WorkoutLog } from "../../contract/sync/workout-log-schema.ts";
import type { ScopeSnapshot } from "../../db/sync/scope/queries.ts";
import { decodeCursor, encodeCursor } from "../encode-cursor.ts";
import type { ApiDeps } from "../api-deps.ts";

/**
 * A page of the scope's workout logs: all of them, or those changed since a cursor. Without such changes it queries
 * nothing.
 */
export async function readLogs(
  em: SqlEntityManager,
  { keys, scopeFeature }: Pick<ApiDeps, "keys" | "scopeFeature">,
  {
    read,
    after,
    changes,
  }: {
    readonly read: LogsRead;
    readonly after: LogPosition | null;
    readonly changes: ScopeSnapshot["changes"];
  },
): Promise<{ readonly workoutLogs: WorkoutLog[]; readonly nextCursor: string | null }> {
  const idsOf = (wanted: string) =>
    changes.filter(({ type }) => type === wanted).map(({ id }) => id);
  const ids = { sessionIds: idsOf("workout_session"), taskIds: idsOf("agenda_task") };
  const changed = read.since === undefined ? null : ids;
  if (changed !== null && ids.sessionIds.length + ids.taskIds.length === 0)
    return { workoutLogs: [], nextCursor: null };
  const limit = Math.min(read.limit, WORKOUT_LOGS_PER_PAGE);
  const { relationshipId } = read;
  const query = { relationshipId, changed, after, limit: limit + 1 };
  const found = await scopeFeature.listWorkoutLogs(em, query);
  const workoutLogs = found.slice(0, limit);
  const last = workoutLogs.at(-1);
  if (found.length <= limit || last === undefined) return { workoutLogs, nextCursor: null };
  const { localDate, assignmentId, programDay } = last;
  const position = { localDate, assignmentId, programDay };
  return { workoutLogs, nextCursor: encodeCursor(keys.cursor, scopeOf(read), position) };
}

/** The logs that a device reads, and from which position. */
export interface LogsRead {
  readonly relationshipId: string;
  readonly since?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Where the page of a cursor begins; null for the first. @throws Refusal CURSOR_INVALID. */
export function logsAfter({ keys }: Pick<ApiDeps, "keys">, read: LogsRead): LogPosition | null {
  if (read.cursor === undefined) return null;
  const { localDate, assignmentId, programDay } = decodeCursor(
    keys.cursor,
    scopeOf(read),
    read.cursor,
  );
  if (typeof localDate !== "string" || typeof assignmentId !== "string")
    throw new Refusal("CURSOR_INVALID");
  if (typeof programDay !== "number") throw new Refusal("CURSOR_INVALID");
  return { localDate, assignmentId, programDay };
}

function scopeOf({ relationshipId, since = "" }: LogsRead): string {
  return `workout-logs:${relationshipId}:${since}`;
}
