import { listLogs } from "../../db/workouts/logs/list-logs.ts";
import type { ScopeFeature } from "../sync/scope-feature.ts";

/** What the read half tells of workouts. */
export const workoutScope: ScopeFeature = { listWorkoutLogs: listLogs };
