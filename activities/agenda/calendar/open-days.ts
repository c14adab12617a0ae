import { Refusal } from "../../../contract/refusal.ts";
import { dayKey, distinctDays, type RelationshipDay } from "../../../db/agenda/queries.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { isIsolating, type Tx } from "../../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import { type Calendar, isBehind } from "../../../rules/agenda/calendar/calendar.ts";
import { type Isolated, isolateOccurrences } from "../isolation/isolate-occurrences.ts";
import { openOrNote } from "../isolation/open-or-note.ts";
import { withSavepointsOnFault } from "../../with-savepoints-on-fault.ts";
import { reconcileTasks } from "./reconcile-tasks.ts";
import type { ZonedDay } from "./planned-task.ts";
import { dayOpened, dayRefreshed } from "../day-refreshed.ts";
import { projectDays } from "../project-days.ts";
import { type AdvancedCalendar, advanceCalendars } from "./advance-calendars.ts";

/**
 * Opens the days of one relationship that began. Every act that locks the scope, except admission, calls it first.
 *
 * @returns its calendar.
 * @throws Error when it has none; Refusal UNAVAILABLE when it missed more days than one transaction opens: the scan
 * opens them first.
 */
export async function openDays(tx: Tx, relationshipId: string, origin: Origin): Promise<Calendar> {
  const { calendars } = await openBegunDays(tx, [relationshipId], origin);
  const calendar = calendars.get(relationshipId);
  if (calendar === undefined) throw new Error("No calendar exists for the relationship");
  if (isBehind(calendar, origin.now))
    throw new Refusal("UNAVAILABLE", { retryAfterSeconds: BEHIND_RETRY_SECONDS });
  return calendar;
}

/** The result of bringing relationships up to now. */
export interface BroughtUp extends Isolated {
  /** Present calendars, by relationship. */
  readonly calendars: ReadonlyMap<string, Calendar>;
  readonly opened: readonly RelationshipDay[];
  /** Days that were opened or whose tasks changed, without duplicates; each of them emitted an event. */
  readonly touched: readonly RelationshipDay[];
}

/** The scan runs once a minute. */
const BEHIND_RETRY_SECONDS = 60;

/** The present instant, and the request if there is one. */
interface Origin {
  readonly now: Date;
  readonly requestId: string | null;
}

/**
 * Brings the calendars of relationships up to now (docs/rooms/agenda.md#calendar). It opens each day that began,
 * once, with its tasks or none, and plans the close of the day before. The present day gets the tasks of its sources.
 * It may be called any number of times; the first call opens a day. If a relationship missed more days than one
 * transaction opens, its calendar stays behind (`isBehind`). The number of statements does not depend on the number
 * of relationships. The caller holds the scopes' locks.
 */
export async function bringUpToNow(
  tx: Tx,
  relationshipIds: readonly string[],
  origin: Origin,
): Promise<BroughtUp> {
  return await withSavepointsOnFault(tx, async () => {
    const advanced = await advanceCalendars(tx, relationshipIds, origin.now);
    return await reconcile(tx, advanced, { days: advanced.flatMap(openedOrPresent), origin });
  });
}

/**
 * Like {@link bringUpToNow}, but a present day that is already open stays unchanged. For acts that only need to know
 * the present day, with the days before it planned.
 */
export async function openBegunDays(
  tx: Tx,
  relationshipIds: readonly string[],
  origin: Origin,
): Promise<BroughtUp> {
  return await withSavepointsOnFault(tx, async () => {
    const advanced = await advanceCalendars(tx, relationshipIds, origin.now);
    return await reconcile(tx, advanced, { days: advanced.flatMap(begun), origin });
  });
}

/**
 * {@link openDays} for a lifecycle act of a relationship or plan, which succeeds even if this fails. Days that cannot
 * be opened are noted for repair (docs/rooms/agenda.md#withheld-occurrences).
 */
export async function openDaysOrNote(
  tx: Tx,
  relationshipId: string,
  origin: Origin,
): Promise<Calendar> {
  const open = () => openDays(tx, relationshipId, origin);
  const done = await openOrNote(tx, { relationshipId, now: origin.now }, open);
  return done.kind === "OPENED" ? done.opened : done.calendar;
}

/**
 * {@link bringUpToNow} for a lifecycle act, which succeeds even if this fails.
 *
 * @returns the created tasks; none if days were noted for repair.
 */
export async function bringUpOrNote(
  tx: Tx,
  relationshipId: string,
  origin: Origin,
): Promise<readonly DayTask[]> {
  const open = () => bringUpToNow(tx, [relationshipId], origin);
  const done = await openOrNote(tx, { relationshipId, now: origin.now }, open);
  return done.kind === "OPENED" ? done.opened.made : [];
}

async function reconcile(
  tx: Tx,
  advanced: readonly AdvancedCalendar[],
  { days, origin }: { readonly days: readonly ZonedDay[]; readonly origin: Origin },
): Promise<BroughtUp> {
  const { now, requestId } = origin;
  const opened = advanced.flatMap(begun);
  const late = advanced.filter(({ calendar }) => isBehind(calendar, now));
  const behind = new Set(late.map(({ relationshipId }) => relationshipId));
  const reconciled = isIsolating(tx)
    ? await isolateOccurrences(tx, { days, behind }, now)
    : { ...(await reconcileTasks(tx, { days, behind }, now)), withheld: [] };
  const touched = distinctDays([
    ...opened,
    ...reconciled.made,
    ...reconciled.changed,
    ...reconciled.cards,
  ]);
  await projectDays(tx, touched, now);
  const isNew = new Set(opened.map(dayKey));
  const events = touched.map((day) =>
    isNew.has(dayKey(day)) ? dayOpened(day) : dayRefreshed(day),
  );
  await appendEvents(tx, events, { now, requestId });
  return {
    calendars: new Map(advanced.map(({ relationshipId, calendar }) => [relationshipId, calendar])),
    opened,
    touched,
    ...reconciled,
  };
}

const begun = ({ relationshipId, days }: AdvancedCalendar): ZonedDay[] =>
  days.map(({ localDate, timezone }) => ({ relationshipId, localDate, timezone }));

/** The days that began, the present one last. If none began, the present day, unless the calendar is stopped. */
function openedOrPresent(advanced: AdvancedCalendar): ZonedDay[] {
  const { relationshipId, calendar, days } = advanced;
  if (days.length > 0 || calendar.nextDayAt === null) return begun(advanced);
  const { localDate, timezone } = calendar;
  return [{ relationshipId, localDate, timezone }];
}
