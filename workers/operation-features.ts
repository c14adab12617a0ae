import { formFeature } from "../activities/forms/form-feature.ts";
import { dayFeature } from "../activities/workouts/workout-feature.ts";
import type { OperationFeature } from "../activities/sync/operation-feature.ts";

/** Every room that has operations; sync itself names none. */
export const operationFeatures: readonly OperationFeature[] = [dayFeature, formFeature];
