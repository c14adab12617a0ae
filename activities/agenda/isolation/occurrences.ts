import type { RelationshipDay } from "../../../db/agenda/queries.ts";

/** A source that may have an occurrence on a day. */
export interface Occurrence extends RelationshipDay {
  readonly sourceId: string;
}

/** Occurrences that a part of the reconciliation is limited to (docs/rooms/agenda.md#withheld-occurrences). */
export interface OccurrenceSet {
  readonly sourceIds: readonly string[];
  has(day: RelationshipDay, sourceId: string): boolean;
}

/** These occurrences as a set. */
export function setOf(occurrences: readonly Occurrence[]): OccurrenceSet {
  const keys = new Set(occurrences.map(keyOf));
  return {
    sourceIds: [...new Set(occurrences.map(({ sourceId }) => sourceId))],
    has: ({ relationshipId, localDate }, sourceId) =>
      keys.has(keyOf({ relationshipId, localDate, sourceId })),
  };
}

/** Whether an occurrence is meant; without a set every one is. */
export function isMeant(
  only: OccurrenceSet | null,
  day: RelationshipDay,
  sourceId: string,
): boolean {
  return only === null || only.has(day, sourceId);
}

const keyOf = ({ relationshipId, localDate, sourceId }: Occurrence) =>
  `${relationshipId}/${localDate}/${sourceId}`;
