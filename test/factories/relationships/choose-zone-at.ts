import { dayAfter, localDateOf, startOfLocalDay } from "../../../rules/local-day.ts";
import {
  chooseZone,
  type RelationshipZone,
  zoneAt,
} from "../../../rules/relationships/relationship-zone.ts";

/** Chooses a zone while the calendar follows the clocks of the present zone. */
export function chooseZoneAt(zone: RelationshipZone, wanted: string, now: Date): RelationshipZone {
  const timezone = zoneAt(zone, now);
  const nextDayAt = startOfLocalDay(dayAfter(localDateOf(now, timezone)), timezone);
  return chooseZone(zone, wanted, { now, nextDayAt });
}
