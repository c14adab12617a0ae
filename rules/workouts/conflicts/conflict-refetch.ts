import type { RefetchHint } from "../../../contract/sync/schema.ts";

/** Where a client reads the open conflicts of its drafts. */
export const OPEN_CONFLICTS_PATH = "/api/v1/client/workout-sessions/conflicts?status=OPEN";

/**
 * Tells a phone that a draft of its client is in conflict, and where. The list and no single record: a later operation
 * of the same batch may end the conflict, and then the list is the truth.
 */
export function conflictRefetch(conflictId: string): RefetchHint {
  return {
    entityType: "workout_conflict",
    entityId: conflictId,
    path: OPEN_CONFLICTS_PATH,
    reason: "CHANGED",
  };
}
