import { clientDay } from "../activities/client-day.ts";
import { formFeature } from "../activities/forms/form-feature.ts";
import { inboxFeature } from "../activities/inbox/operations/inbox-feature.ts";
import { reviewFeature } from "../activities/quick-log/review-feature.ts";
import type { OperationFeature } from "../activities/sync/operation-feature.ts";

/** Every room that has operations; sync itself names none. */
export const operationFeatures: readonly OperationFeature[] = [
  clientDay,
  formFeature,
  reviewFeature,
  inboxFeature,
];
