import { DAYS_AT_ONCE } from "../../../contract/agenda/vocabulary.ts";
import { listCalendarOwners, lockCalendars } from "../../../db/agenda/calendar/load-calendars.ts";
import { putWithheld } from "../../../db/agenda/withheld/store-withheld.ts";
import { rowFaultOf } from "../../../db/fault-class.ts";
import { attempt } from "../../../db/platform/savepoint.ts";
import { isIsolating, type Tx } from "../../../db/transact.ts";
import { advanceCalendarBy, type Calendar } from "../../../rules/agenda/calendar/calendar.ts";
import { goesOn } from "../../../rules/agenda/calendar/goes-on.ts";
import { dayAfter } from "../../../rules/local-day.ts";
import { unopenedDays } from "./unopened-days.ts";
import { tryOf } from "./withheld-try.ts";

/** Days that were opened, or the calendar as it would be if they had been. */
export type OpenedOrNoted<Opened> =
  | { readonly kind: "OPENED"; readonly opened: Opened }
  | { readonly kind: "NOTED"; readonly calendar: Calendar };

/**
 * Opens the days of a relationship for an act of its lifecycle, which goes through in any case: where a day cannot be
 * opened even without what is at fault, it is noted for repair and counts for nothing
 * (docs/rooms/agenda.md#withheld-occurrences).
 *
 * @param open opens them; it leaves nothing behind where it fails.
 * @throws what `open` throws for another reason than a row.
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
  await putWithheld(tx, unopenedDays(relationshipId, localDates, fault), tryOf(now));
  return { kind: "NOTED", calendar };
}

/** The days that should have been opened, and the calendar behind them. */
async function whatWasDue(tx: Tx, relationshipId: string, now: Date) {
  const [stored] = await lockCalendars(tx, [relationshipId]);
  const [owner] = await listCalendarOwners(tx, [relationshipId]);
  if (stored === undefined || owner === undefined)
    throw new Error("A relationship has no calendar");
  if (!goesOn(owner)) return { calendar: { ...stored, nextDayAt: null }, localDates: [] };
  try {
    const advance = advanceCalendarBy(stored, owner, { now, mostDays: DAYS_AT_ONCE.ofOne });
    const localDates = advance.days.map(({ localDate }) => localDate);
    return { calendar: advance.calendar, localDates };
  } catch {
    // Its own zone is at fault: at least the next day was not opened.
    return { calendar: stored, localDates: [dayAfter(stored.localDate)] };
  }
}
