import type { RelationshipDay } from "../../../db/agenda/queries.ts";

/** The occurrences that part of the reconciliation is limited to (docs/rooms/agenda.md#withheld-occurrences). */
export interface OccurrenceSet {
  readonly sourceIds: readonly string[];
  has(day: RelationshipDay, sourceId: string): boolean;
}

/** Key of a potential occurrence: relationship, local day and source. The source may place nothing on that day. */
export interface Occurrence extends RelationshipDay {
  readonly sourceId: string;
}

export function setOf(occurrences: readonly Occurrence[]): OccurrenceSet {
  const keys = new Set(occurrences.map(keyOf));
  return {
    sourceIds: [...new Set(occurrences.map(({ sourceId }) => sourceId))],
    has: ({ relationshipId, localDate }, sourceId) =>
      keys.has(keyOf({ relationshipId, localDate, sourceId })),
  };
}

/** True if the set contains an occurrence; without a set, always true. */
export function isMeant(
  only: OccurrenceSet | null,
  day: RelationshipDay,
  sourceId: string,
): boolean {
  return only === null || only.has(day, sourceId);
}

const keyOf = ({ relationshipId, localDate, sourceId }: Occurrence) =>
  `${relationshipId}/${localDate}/${sourceId}`;
