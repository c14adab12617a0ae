import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import type { RelationshipDay } from "../../db/agenda/queries.ts";
import { idFrom, newId } from "../../db/new-id.ts";

/** The agenda of a day that was open already was projected anew (docs/rules.md#agenda-events). */
export function dayRefreshed({ relationshipId, localDate }: RelationshipDay): DomainEvent {
  return {
    eventId: newId(),
    type: "AgendaDayRefreshed",
    subjectId: idFrom(relationshipId, localDate),
    version: 0,
    refs: { relationshipId, localDate },
  };
}

/** The agenda of a day was opened; each day is told of once (docs/rules.md#agenda-events). */
export function dayOpened(day: RelationshipDay): DomainEvent {
  const type = "AgendaDayOpened";
  const refreshed = dayRefreshed(day);
  return { ...refreshed, type, eventId: idFrom(refreshed.subjectId, type) };
}
