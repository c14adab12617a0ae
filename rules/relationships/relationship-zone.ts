/** The zone of a relationship's days, and the zone that replaces it at an instant. */
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
 * The zones after a new one was chosen. The present local day keeps its zone until its end by the relationship's
 * calendar. The new zone applies afterwards, or at once if the calendar is stopped. Eastwards the next day begins
 * late and is shorter by the difference. Westwards the clocks return into the day that just ended, which continues
 * until its second midnight. For any difference, no day has two agendas (docs/rooms/relationships.md#time-zone).
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
