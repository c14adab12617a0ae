import { DAYS_AT_ONCE } from "../../../contract/agenda/vocabulary.ts";
import { listCalendarOwners, lockCalendars } from "../../../db/agenda/calendar/lock-calendars.ts";
import { putWithheld } from "../../../db/agenda/withheld/put-withheld.ts";
import { rowFaultOf } from "../../../db/platform/transactions/fault-class.ts";
import { attempt } from "../../../db/platform/transactions/attempt.ts";
import { isIsolating, type Tx } from "../../../db/platform/transactions/transact.ts";
import { advanceCalendarBy, type Calendar } from "../../../rules/agenda/calendar/calendar.ts";
import { goesOn } from "../../../rules/agenda/calendar/goes-on.ts";
import { dayAfter } from "../../../rules/local-day.ts";
import { unopenedDays } from "./unopened-days.ts";
import { withheldTry } from "./withheld-try.ts";

/**
 * Opens the days of a relationship for a lifecycle act, which must succeed in any case. A day that cannot be opened
 * even without its faulty occurrences is noted for repair and does not count
 * (docs/rooms/agenda.md#withheld-occurrences).
 *
 * @param open opens the days; if it fails, it leaves nothing behind.
 * @throws any error of `open` that no row caused.
 */
export async function openOrNote<Opened>(
  tx: Tx,
  { relationshipId, now }: { readonly relationshipId: string; readonly now: Date },
  open: () => Promise<Opened>,
): Promise<OpenedOrNoted<Opened>> {
  if (!isIsolating(tx)) return { kind: "OPENED", opened: await open() };
  const attempted = await attempt(tx, open);
  if (attempted.kind === "DONE") return { kind: "OPENED", opened: attempted.result };
  const { fault } = attempted;
  if (rowFaultOf(fault) === null) throw fault;
  const { calendar, localDates } = await whatWasDue(tx, relationshipId, now);
  await putWithheld(tx, unopenedDays(relationshipId, localDates, fault), withheldTry(now));
  return { kind: "NOTED", calendar };
}

/** The opened days, or the calendar as it would be if they had been opened. */
export type OpenedOrNoted<Opened> =
  | { readonly kind: "OPENED"; readonly opened: Opened }
  | { readonly kind: "NOTED"; readonly calendar: Calendar };

/** The days that should have been opened, and the calendar after them. */
async function whatWasDue(tx: Tx, relationshipId: string, now: Date) {
  const [stored] = await lockCalendars(tx, [relationshipId]);
  const [owner] = await listCalendarOwners(tx, [relationshipId]);
  if (stored === undefined || owner === undefined)
    throw new Error("No calendar exists for the relationship");
  if (!goesOn(owner)) return { calendar: { ...stored, nextDayAt: null }, localDates: [] };
  try {
    const advance = advanceCalendarBy(stored, owner, { now, mostDays: DAYS_AT_ONCE.ofOne });
    const localDates = advance.days.map(({ localDate }) => localDate);
    return { calendar: advance.calendar, localDates };
  } catch {
    // Its own time zone is faulty: at least the next day was not opened.
    return { calendar: stored, localDates: [dayAfter(stored.localDate)] };
  }
}
