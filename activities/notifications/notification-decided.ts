import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { NewNotification } from "../../db/notifications/claim-notification.ts";

/** The event of a decision, at the instant of delivery. */
export function notificationDecided(
  row: Pick<
    NewNotification,
    "id" | "category" | "outcome" | "reason" | "recipientUserId" | "relationshipId" | "deliverAfter"
  > & { readonly revision: number },
): DomainEvent {
  const { id, category, outcome, reason, recipientUserId, relationshipId, deliverAfter } = row;
  return {
    eventId: newId(),
    type: "NotificationDecided",
    subjectId: id,
    version: row.revision,
    refs: { category, outcome, reason, recipientUserId, relationshipId },
    ...(deliverAfter !== null && { availableAt: deliverAfter }),
  };
}
