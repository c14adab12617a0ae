import type { RefetchHint } from "../../contract/sync/schema.ts";
import type { RefetchReason } from "../../contract/sync/vocabulary.ts";

/** Where a coach's app refetches a task of the inbox. */
export function coachTaskRefetch(
  { id: entityId, workspaceId }: { readonly id: string; readonly workspaceId: string },
  reason: RefetchReason,
): RefetchHint {
  const path = `/api/v1/workspaces/${workspaceId}/coach-tasks/${entityId}`;
  return { entityType: "coach_task", entityId, path, reason };
}
