import { RRuleTemporal } from "rrule-temporal";
import type { Recurrence } from "../../contract/plans/recurrence-schema.ts";
import { PLAN_LIMITS } from "../../contract/plans/vocabulary.ts";
import { addDays } from "../local-day.ts";
import { datesByPlaceInYear, namesPlacesInYear } from "./dates-by-place-in-year.ts";

/** Dates, both inclusive. */
export interface DateSpan {
  readonly from: string;
  readonly through: string;
}

/** The end date of an endless span. */
export const FOR_EVER = "9999-12-31";
/** Maximum length of a rule in days. */
const MOST_DAYS = 366 * PLAN_LIMITS.recurrenceYears;
/** Maximum steps of the library: one a day, with a reserve. */
const MOST_STEPS = MOST_DAYS + 100;

/**
 * The dates of a rule within a span, at most five years after it began, in order (docs/rooms/plans.md#recurrence).
 * COUNT includes dates that are excluded.
 *
 * @throws RangeError for a rule that the library does not accept.
 */
export function recurrenceDatesOf(
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

/** Whether a rule that begins on a date yields any date within five years, excluded or not. */
export function everFalls({ rrule }: Recurrence, begins: string): boolean {
  const last = addDays(begins, MOST_DAYS);
  if (namesPlacesInYear(rrule))
    return datesByPlaceInYear(rrule, begins, endOf(rrule, last)).length > 0;
  return ruleUntil(rrule, begins, last).next(startOf(begins), true) !== null;
}

/** The same rule without its end. */
export function withoutEnd({ rrule, exdates }: Recurrence): Recurrence {
  return { rrule: rrule.replace(UNTIL, ""), exdates };
}

/**
 * A rule limited to a last date, in addition to its COUNT: the library then never searches further, however rare its
 * dates are. The library treats days as UTC instants.
 */
function ruleUntil(rrule: string, begins: string, last: string): RRuleTemporal {
  const parts = rrule.replace(UNTIL, "");
  const bounded = `${parts};UNTIL=${compact(endOf(rrule, last))}T000000Z`;
  return new RRuleTemporal({
    rruleString: `DTSTART:${compact(begins)}T000000Z\nRRULE:${bounded}`,
    maxIterations: MOST_STEPS,
  });
}

/** The last date of a rule up to a given date. */
function endOf(rrule: string, last: string): string {
  const [, year, month, day] = UNTIL.exec(rrule) ?? [];
  return year === undefined ? last : earlier(`${year}-${month}-${day}`, last);
}

const UNTIL = /;UNTIL=(\d{4})(\d{2})(\d{2})/;
const compact = (date: string) => date.replaceAll("-", "");
const startOf = (date: string) => new Date(`${date}T00:00:00Z`);
const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);
