import { quickLogSettlement } from "../activities/quick-log/settle-quick-log.ts";
import { workoutSettlement } from "../activities/workouts/settle-workouts.ts";
import type { FeatureSettlement } from "../activities/sync/feature-settlement.ts";

/** Every room whose operations have consequences; sync itself names none. */
export const featureSettlements: readonly FeatureSettlement[] = [
  quickLogSettlement,
  workoutSettlement,
];
