/** The zone a relationship's days are counted in, and the one that takes its place at an instant. */
export interface RelationshipZone {
  readonly timezone: string;
  readonly nextTimezone: string | null;
  readonly zoneChangesAt: Date | null;
}

/** The zone in force at an instant. */
export function zoneAt(zone: RelationshipZone, now: Date): string {
  const { timezone, nextTimezone, zoneChangesAt } = zone;
  const changed = nextTimezone !== null && zoneChangesAt !== null && zoneChangesAt <= now;
  return changed ? nextTimezone : timezone;
}

/**
 * The zones once another was chosen. The present local day keeps its zone to its end, as the calendar of the
 * relationship says it; only then is the day counted by the new one, and at once where the calendar stands
 * still. Eastwards the next day begins late and is short by the difference;
 * westwards the clocks go back into the day that has just ended, which goes on until its second midnight.
 * No day has two agendas, whatever the difference (docs/rooms/relationships.md#time-zone).
 */
export function chooseZone(
  zone: RelationshipZone,
  wanted: string,
  { now, nextDayAt }: { readonly now: Date; readonly nextDayAt: Date | null },
): RelationshipZone {
  const timezone = zoneAt(zone, now);
  if (timezone === wanted || nextDayAt === null) {
    return { timezone: wanted, nextTimezone: null, zoneChangesAt: null };
  }
  if (zone.nextTimezone === wanted) return zone;
  return { timezone, nextTimezone: wanted, zoneChangesAt: nextDayAt };
}
