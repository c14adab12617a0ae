import {
  type CalendarOwner,
  listCalendarOwners,
  lockCalendars,
  type StoredCalendar,
} from "../../../db/agenda/calendar/lock-calendars.ts";
import {
  type CalendarChanges,
  storeCalendarChanges,
} from "../../../db/agenda/calendar/store-calendar-changes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { missedDay } from "../../../rules/agenda/calendar/missed-day.ts";
import type { ZonedDay } from "../calendar/planned-task.ts";
import { type FaultyOccurrence, type Isolated, tryOccurrences } from "./isolate-occurrences.ts";
import { listDayOccurrences } from "./list-day-occurrences.ts";

/**
 * Opens days that an act left unopened (docs/rooms/agenda.md#withheld-occurrences), each with the assignments that
 * ran on it, and not offered. An existing day stays unchanged. The caller locks the scope, projects the days and
 * reports them.
 */
export async function openMissedDays(
  tx: Tx,
  relationshipId: string,
  { localDates, now }: { readonly localDates: readonly string[]; readonly now: Date },
): Promise<OpenedLate> {
  const [calendar] = await lockCalendars(tx, [relationshipId]);
  const [owner] = await listCalendarOwners(tx, [relationshipId]);
  if (calendar === undefined || owner === undefined)
    throw new Error("No calendar exists for the relationship");
  const opened = plannedDays(calendar, owner, { localDates, now });
  await storeCalendarChanges(tx, opened.changes);
  const toReconcile = { days: opened.days, behind: new Set([relationshipId]) };
  const occurrences = await listDayOccurrences(tx, toReconcile, now);
  const part = { ...toReconcile, newestDays: [] };
  const { withheld }: Isolated = await tryOccurrences(tx, part, {
    occurrences,
    now,
    codeVersion: null,
  });
  return { days: opened.days, withheld };
}

/** Days that were opened late, and the occurrences withheld from them. */
export interface OpenedLate {
  readonly days: readonly ZonedDay[];
  readonly withheld: readonly FaultyOccurrence[];
}

function plannedDays(
  stored: StoredCalendar,
  owner: CalendarOwner,
  { localDates, now }: { readonly localDates: readonly string[]; readonly now: Date },
): { readonly days: readonly ZonedDay[]; readonly changes: CalendarChanges } {
  const { relationshipId } = stored;
  const newest = [stored.localDate, ...localDates].toSorted().at(-1) ?? stored.localDate;
  // The date of a stopped calendar may be behind; a calendar's date never decreases.
  const calendar = { ...stored, localDate: newest };
  const hasEnded = owner.status === "ENDED";
  const days = localDates.map((localDate) => ({
    relationshipId,
    openedAt: now,
    ...missedDay(localDate, { calendar, zone: owner, hasEnded }, now),
  }));
  const changes = { calendars: [calendar], opened: days, ended: [], prolonged: [], resumed: [] };
  return { days, changes };
}
