import { quickLogSettlement } from "../activities/quick-log/quick-log-settlement.ts";
import { workoutSettlement } from "../activities/workouts/workout-settlement.ts";
import type { FeatureSettlement } from "../activities/sync/feature-settlement.ts";

/** Every room whose operations have consequences; sync itself names none. */
export const featureSettlements: readonly FeatureSettlement[] = [
  quickLogSettlement,
  workoutSettlement,
];
