import { DAYS_AT_ONCE } from "../../../contract/agenda/vocabulary.ts";
import {
  type CalendarOwner,
  listCalendarOwners,
  lockCalendars,
  type StoredCalendar,
} from "../../../db/agenda/calendar/lock-calendars.ts";
import {
  storeCalendarChanges,
  type CalendarChanges,
} from "../../../db/agenda/calendar/store-calendar-changes.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import {
  type BegunDay,
  type Calendar,
  replanCalendar,
  advanceCalendarBy,
  type AdvanceBounds,
} from "../../../rules/agenda/calendar/calendar.ts";
import { closesAtAfterPause } from "../../../rules/agenda/closing/closes-at.ts";
import { goesOn } from "../../../rules/agenda/calendar/goes-on.ts";
import { TZ_VERSION } from "../tz-version.ts";

/**
 * Advances calendars to now and opens the days that began, without their tasks. It needs three statements for any
 * number of relationships, two if no day began. One transaction opens at most `DAYS_AT_ONCE` days. If more are
 * missed, it opens the first of them; the calendar stays behind and is due again at once. The caller holds the
 * scopes' locks.
 */
export async function advanceCalendars(
  tx: Tx,
  relationshipIds: readonly string[],
  now: Date,
): Promise<readonly AdvancedCalendar[]> {
  const stored = await lockCalendars(tx, relationshipIds);
  const owners = new Map(
    (await listCalendarOwners(tx, relationshipIds)).map((owner) => [owner.id, owner]),
  );
  const mostDays = mostDaysOfOne(stored.length);
  const advanced = stored.flatMap((calendar) => {
    const owner = owners.get(calendar.relationshipId);
    return owner === undefined ? [] : [advanceOne(calendar, owner, { now, mostDays })];
  });
  const changes = advanced.map((each) => each.changes);
  const resumed = changes.flatMap((each) => each.resumed);
  await storeCalendarChanges(tx, {
    calendars: changes.flatMap(({ calendars }) => calendars),
    opened: changes.flatMap(({ opened }) => opened),
    ended: changes.flatMap(({ ended }) => ended),
    prolonged: changes.flatMap(({ prolonged }) => prolonged),
    resumed,
  });
  // Devices must sync after a pause: open days now close at another time, even if the calendar looks as before.
  await recordScopeChanges(
    tx,
    resumed.map(({ relationshipId }) => ({ relationshipId, changes: {} })),
    now,
  );
  return advanced;
}

/** A calendar at the present instant, and the days that began since the last call. */
export interface AdvancedCalendar {
  readonly relationshipId: string;
  readonly calendar: Calendar;
  readonly days: readonly BegunDay[];
}

/** A calendar with the changes to store. */
interface Advanced extends AdvancedCalendar {
  readonly changes: CalendarChanges;
}

const NOTHING: CalendarChanges = {
  calendars: [],
  opened: [],
  ended: [],
  prolonged: [],
  resumed: [],
};

/** The share of one relationship if there are `count` of them. */
function mostDaysOfOne(count: number): number {
  const { all, ofOne } = DAYS_AT_ONCE;
  return Math.min(ofOne, Math.max(1, Math.floor(all / Math.max(1, count))));
}

function advanceOne(stored: StoredCalendar, owner: CalendarOwner, bounds: AdvanceBounds): Advanced {
  const { now } = bounds;
  const { relationshipId, nextDayAt } = stored;
  if (!goesOn(owner)) return unmoved({ ...stored, nextDayAt: null }, stored);
  const planned = plannedAnew(stored, owner, now);
  if (planned.nextDayAt !== null && planned.nextDayAt > now) return unmoved(planned, stored);
  const { calendar, days, former } = advanceCalendarBy(planned, owner, bounds);
  const opened = days.map((day) => ({ ...day, relationshipId, openedAt: now }));
  const calendars = [{ relationshipId, ...calendar, tzVersion: TZ_VERSION }];
  const changes = { ...NOTHING, calendars, opened };
  if (nextDayAt === null) {
    const closesAt = closesAtAfterPause(calendar.nextDayAt, now);
    const presentDate = calendar.localDate;
    const resumed = [{ relationshipId, presentDate, resumedAt: now, closesAt }];
    return { relationshipId, calendar, days, changes: { ...changes, resumed } };
  }
  const endsAt = former?.endsAt ?? calendar.nextDayAt;
  const ended = former === null ? [] : [{ relationshipId, localDate: stored.localDate, ...former }];
  const prolonged = endsAt > nextDayAt ? [{ relationshipId, endsAt, formerlyAt: nextDayAt }] : [];
  return { relationshipId, calendar, days, changes: { ...changes, ended, prolonged } };
}

/** A calendar in which no day began. It is written only if it stops, or if its scan time has to change. */
function unmoved(calendar: StoredCalendar, { nextDayAt, lookAt }: StoredCalendar): Advanced {
  const { relationshipId } = calendar;
  const planned = calendar.nextDayAt;
  const isUnchanged = sameInstant(planned, nextDayAt) && sameInstant(planned, lookAt);
  const calendars = isUnchanged ? [] : [calendar];
  const isLonger = planned !== null && nextDayAt !== null && planned > nextDayAt;
  const prolonged = isLonger ? [{ relationshipId, endsAt: planned, formerlyAt: nextDayAt }] : [];
  return { relationshipId, calendar, days: [], changes: { ...NOTHING, calendars, prolonged } };
}

/** A newer version of the tz database may move the start of the next day. */
function plannedAnew(stored: StoredCalendar, owner: CalendarOwner, now: Date): StoredCalendar {
  const { nextDayAt, tzVersion } = stored;
  if (nextDayAt === null || nextDayAt <= now || tzVersion >= TZ_VERSION) return stored;
  return { ...stored, ...replanCalendar(stored, owner, now), tzVersion: TZ_VERSION };
}

function sameInstant(one: Date | null, other: Date | null): boolean {
  return one?.getTime() === other?.getTime();
}
