import { beginCalendar } from "../../../db/agenda/calendar/begin-calendar.ts";
import {
  endCalendar,
  scheduleSuspendedCalendars,
  suspendCalendars,
} from "../../../db/agenda/calendar/suspend-calendars.ts";
import { isIsolating } from "../../../db/platform/transactions/transact.ts";
import { calendarBefore } from "../../../rules/agenda/calendar/calendar.ts";
import { TZ_VERSION } from "../tz-version.ts";
import type { RelationshipHook } from "../../relationships/relationship-hook.ts";
import { closeDaysOfEnded } from "../closing/close-days.ts";
import { bringUpOrNote, bringUpToNow, openDaysOrNote } from "./open-days.ts";

/** The calendar of a relationship starts, stops, continues and ends with it (docs/rooms/agenda.md#calendar). */
export const calendarFollowsRelationship: RelationshipHook = {
  async opened(tx, { relationship, now, requestId }) {
    const { id, timezone } = relationship;
    await beginCalendar(tx, id, { ...calendarBefore(now, timezone), tzVersion: TZ_VERSION });
    await bringUpToNow(tx, [id], { now, requestId });
  },
  bringUp: (tx, { relationship, ...origin }) => openDaysOrNote(tx, relationship.id, origin),
  async paused(tx, { relationship }) {
    await suspendCalendars(tx, { relationshipId: relationship.id });
    return null;
  },
  async resumed(tx, { relationship, now, requestId }) {
    const { id: relationshipId } = relationship;
    await bringUpOrNote(tx, relationshipId, { now, requestId });
    // If its days cannot be opened, the calendar stays stopped and the scan resumes it.
    if (isIsolating(tx)) await scheduleSuspendedCalendars(tx, { relationshipId }, now);
    return null;
  },
  async ended(tx, { relationship, now }) {
    await endCalendar(tx, relationship.id, now);
    return null;
  },
};

/** The days of a relationship close when it ends, after its assignments have cancelled untouched tasks. */
export const daysCloseWithRelationship: RelationshipHook = {
  async ended(tx, { relationship, now }) {
    await closeDaysOfEnded(tx, [relationship.id], now);
    return null;
  },
};
