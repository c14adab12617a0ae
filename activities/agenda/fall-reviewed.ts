import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import type { ReviewedFall } from "../../db/agenda/adherence/write-reviewed-falls.ts";
import { idFrom } from "../../db/platform/new-id.ts";

/**
 * The event that a coach has reviewed a report of a fall off track; its id is the same in each attempt. It is no review
 * of a day: it ends no undo of the client and covers no skip (docs/rooms/agenda.md#adherence).
 */
export function fallReviewed(
  { relationshipId, reviewedFallAt }: ReviewedFall,
  { workspaceId, byUserId }: { readonly workspaceId: string; readonly byUserId: string },
): DomainEvent {
  const type = "ProgressTrendReviewed";
  return {
    eventId: idFrom(relationshipId, `${type} ${reviewedFallAt.toISOString()}`),
    type,
    subjectId: relationshipId,
    version: 0,
    refs: { workspaceId, relationshipId, kind: "ADHERENCE", byUserId },
  };
}
