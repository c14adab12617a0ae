import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { WorkoutLog } from "../../contract/sync/workout-log-schema.ts";

/** The interface by which a room adds to the read half of sync; sync names no room. */
export interface ScopeFeature {
  /** Logs of workouts, newest day first. One statement. */
  listWorkoutLogs(em: SqlEntityManager, query: LogQuery): Promise<readonly WorkoutLog[]>;
}

/** Start of a page of logs: behind the last one of the previous page. */
export interface LogPosition {
  readonly localDate: string;
  readonly assignmentId: string;
  readonly programDay: number;
}

/** The logs of a scope to list. */
export interface LogQuery {
  readonly relationshipId: string;
  /** Ids changed since the device's cursor; only their logs are listed. Null for all logs. */
  readonly changed: {
    readonly sessionIds: readonly string[];
    readonly taskIds: readonly string[];
  } | null;
  readonly after: LogPosition | null;
  readonly limit: number;
}
