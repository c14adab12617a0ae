import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { listPartners } from "../../db/relationships/queries.ts";
import type { DepartureEvent } from "../../rules/relationships/departure-email.ts";

/**
 * An event for each person who coaches the owner of an account, or is coached by them. Each mail has its own outbox
 * row, so that a failing address delays and repeats no other mail.
 */
export async function departureEvents(
  tx: Tx,
  userId: string,
  type: DepartureEvent,
): Promise<readonly DomainEvent[]> {
  const partners = await listPartners(tx, userId);
  return partners.map(({ relationshipId, readerUserId }) => ({
    eventId: newId(),
    type,
    subjectId: relationshipId,
    version: 0,
    refs: { userId, readerUserId },
  }));
}
