import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import type { RelationshipDay } from "../../db/agenda/queries.ts";
import { idFrom, newId } from "../../db/platform/new-id.ts";

/** The event of an open day whose agenda changed (docs/rooms/agenda.md#events). */
export function dayRefreshed({ relationshipId, localDate }: RelationshipDay): DomainEvent {
  return {
    eventId: newId(),
    type: "AgendaDayRefreshed",
    subjectId: idFrom(relationshipId, localDate),
    version: 0,
    refs: { relationshipId, localDate },
  };
}

/** The event of a day that opened. Its id derives from the day, so each day has one (docs/rooms/agenda.md#events). */
export function dayOpened(day: RelationshipDay): DomainEvent {
  const type = "AgendaDayOpened";
  const refreshed = dayRefreshed(day);
  return { ...refreshed, type, eventId: idFrom(refreshed.subjectId, type) };
}
