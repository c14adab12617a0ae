import { listLogs } from "../../db/workouts/logs/list-logs.ts";
import type { ScopeFeature } from "../sync/scope-feature.ts";

/** Workouts in the read half of sync. */
export const workoutScope: ScopeFeature = { listWorkoutLogs: listLogs };
