import { RRuleTemporal } from "rrule-temporal";
import type { Recurrence } from "../../contract/plans/recurrence-schema.ts";
import { PLAN_LIMITS } from "../../contract/plans/vocabulary.ts";
import { addDays } from "../local-day.ts";
import { datesByPlaceInYear, namesPlacesInYear } from "./weekdays-of-years.ts";

/** Dates, both included. */
export interface DateSpan {
  readonly from: string;
  readonly through: string;
}

/** The date of what does not end. */
export const FOR_EVER = "9999-12-31";
/** Days that a rule goes on for at most. */
const MOST_DAYS = 366 * PLAN_LIMITS.recurrenceYears;
/** Steps of the library before it gives up: a step a day, and some to spare. */
const MOST_STEPS = MOST_DAYS + 100;

/**
 * The dates of a rule that begins on a date, within a span and at most five years after it began, in their order
 * (docs/rooms/plans.md#recurrence). COUNT counts dates that are left out as well.
 *
 * @throws RangeError for a rule that the library does not take.
 */
export function datesOf(
  { rrule, exdates }: Recurrence,
  begins: string,
  { from, through }: DateSpan,
): readonly string[] {
  const first = later(from, begins);
  const last = earlier(through, addDays(begins, MOST_DAYS));
  if (first > last) return [];
  const leftOut = new Set(exdates);
  const dates = namesPlacesInYear(rrule)
    ? datesByPlaceInYear(rrule, begins, endOf(rrule, last)).filter((date) => date >= first)
    : ruleUntil(rrule, begins, last)
        .between(startOf(first), startOf(last), true)
        .map((occurrence) => occurrence.toPlainDate().toString());
  return dates.filter((date) => !leftOut.has(date));
}

/** Whether a rule that begins on a date falls on any date within five years, left out or not. */
export function everFalls({ rrule }: Recurrence, begins: string): boolean {
  const last = addDays(begins, MOST_DAYS);
  if (namesPlacesInYear(rrule))
    return datesByPlaceInYear(rrule, begins, endOf(rrule, last)).length > 0;
  return ruleUntil(rrule, begins, last).next(startOf(begins), true) !== null;
}

/** The same without its last day. */
export function withoutEnd({ rrule, exdates }: Recurrence): Recurrence {
  return { rrule: rrule.replace(UNTIL, ""), exdates };
}

/**
 * A rule that ends on a date at the latest, besides its COUNT: so the library never looks further, however seldom
 * the rule falls. Days are instants of UTC to it.
 */
function ruleUntil(rrule: string, begins: string, last: string): RRuleTemporal {
  const parts = rrule.replace(UNTIL, "");
  const bounded = `${parts};UNTIL=${compact(endOf(rrule, last))}T000000Z`;
  return new RRuleTemporal({
    rruleString: `DTSTART:${compact(begins)}T000000Z\nRRULE:${bounded}`,
    maxIterations: MOST_STEPS,
  });
}

/** The last date of a rule that goes on to a date at most. */
function endOf(rrule: string, last: string): string {
  const [, year, month, day] = UNTIL.exec(rrule) ?? [];
  return year === undefined ? last : earlier(`${year}-${month}-${day}`, last);
}

const UNTIL = /;UNTIL=(\d{4})(\d{2})(\d{2})/;
const compact = (date: string) => date.replaceAll("-", "");
const startOf = (date: string) => new Date(`${date}T00:00:00Z`);
const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);
