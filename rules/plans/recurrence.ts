import { RRuleTemporal } from "rrule-temporal";
import type { Recurrence } from "../../contract/plans/recurrence-schema.ts";
import { PLAN_LIMITS } from "../../contract/plans/vocabulary.ts";
import { addDays } from "../local-day.ts";

/** Dates, both included. */
export interface DateSpan {
  readonly from: string;
  readonly through: string;
}

/** Steps of the library that find nothing before it gives up: as many as a rule may be asked for dates. */
const MOST_BARREN_STEPS = 2_000;

/**
 * The dates of a rule that begins on a date, within a span and at most five years after it began, in their order
 * (docs/rules.md#plans-recurrence). COUNT counts dates that are left out as well.
 *
 * @throws RangeError for a rule that the library does not take, or that falls on no date for too long.
 */
export function datesOf(
  { rrule, exdates }: Recurrence,
  begins: string,
  { from, through }: DateSpan,
): readonly string[] {
  const last = earlier(through, addDays(begins, 366 * PLAN_LIMITS.recurrenceYears));
  const leftOut = new Set(exdates);
  const dates: string[] = [];
  const rule = new RRuleTemporal({
    rruleString: `DTSTART:${begins.replaceAll("-", "")}T000000Z\nRRULE:${withTime(rrule)}`,
    maxIterations: MOST_BARREN_STEPS,
  });
  try {
    rule.all((occurrence) => {
      const date = occurrence.toPlainDate().toString();
      if (date > last) return false;
      if (date >= from && !leftOut.has(date)) dates.push(date);
      return true;
    });
  } catch (cause) {
    throw new RangeError("Falls on no date", { cause });
  }
  return dates;
}

/** Whether a rule that begins on a date falls on any date within five years, left out or not. */
export function everFalls({ rrule }: Recurrence, begins: string): boolean {
  const through = addDays(begins, 366 * PLAN_LIMITS.recurrenceYears);
  try {
    return datesOf({ rrule, exdates: [] }, begins, { from: begins, through }).length > 0;
  } catch (fault) {
    if (fault instanceof RangeError) return false;
    throw fault;
  }
}

/** UNTIL is a date, and includes it: an instant is asked for by the library, as DTSTART is one. */
function withTime(rrule: string): string {
  return rrule.replace(/UNTIL=(\d{8})/, "UNTIL=$1T000000Z");
}

const earlier = (one: string, other: string) => (one < other ? one : other);
