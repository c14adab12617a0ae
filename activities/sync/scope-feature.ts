import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { WorkoutLog } from "../../contract/sync/workout-log-schema.ts";

/** Where a page of logs begins: behind the last one of the page before. */
export interface LogPosition {
  readonly localDate: string;
  readonly assignmentId: string;
  readonly programDay: number;
}

/** What of a scope's logs is asked for. */
export interface AskedLogs {
  readonly relationshipId: string;
  /** Ids of what changed since the device's cursor: logs of these alone. Null for all of them. */
  readonly changed: {
    readonly sessionIds: readonly string[];
    readonly taskIds: readonly string[];
  } | null;
  readonly after: LogPosition | null;
  readonly limit: number;
}

/** How a room plugs what it tells of a scope into the read half; sync names none. */
export interface ScopeFeature {
  /** Logs of workouts, newest day first. One statement. */
  listWorkoutLogs(em: SqlEntityManager, asked: AskedLogs): Promise<readonly WorkoutLog[]>;
}
