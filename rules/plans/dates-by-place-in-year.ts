import { rulePartsOf } from "../../contract/plans/rule-parts.ts";
import { addDays } from "../local-day.ts";

/**
 * The dates of such a rule from its first date up to another, in order. A year with 52 Mondays has no 53rd: the
 * library would continue into the next year and count that one.
 */
export function datesByPlaceInYear(rrule: string, begins: string, last: string): readonly string[] {
  const parts = rulePartsOf(rrule);
  const [interval, most] = [Number(parts.get("INTERVAL") ?? 1), Number(parts.get("COUNT") ?? 1e6)];
  const dates: string[] = [];
  for (let year = yearOf(begins); year <= yearOf(last); year += interval) {
    const ofYear = placed(parts.get("BYDAY") ?? "", year);
    dates.push(...positioned(ofYear, parts.get("BYSETPOS")));
  }
  return dates
    .filter((date) => date >= begins)
    .slice(0, most)
    .filter((date) => date <= last);
}

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Whether a rule names weekdays by their place in the year, e.g. `FREQ=YEARLY;BYDAY=53MO`. */
export function namesPlacesInYear(rrule: string): boolean {
  const parts = rulePartsOf(rrule);
  if (parts.get("FREQ") !== "YEARLY" || parts.has("BYMONTH")) return false;
  return /\d/.test(parts.get("BYDAY") ?? "");
}

/** Dates of a year that match weekdays with an ordinal, such as `1MO` or `-53SU`. */
function placed(weekdays: string, year: number): readonly string[] {
  const dates = weekdays.split(",").flatMap((entry) => {
    const place = Number(entry.slice(0, -2));
    const weekday = WEEKDAYS.indexOf(entry.slice(-2));
    const [first, end] = [`${textOf(year)}-01-01`, `${textOf(year)}-12-31`];
    const date =
      place > 0
        ? addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (place - 1))
        : addDays(end, 7 * (place + 1) - ((weekdayOf(end) - weekday + 7) % 7));
    return yearOf(date) === year ? [date] : [];
  });
  return [...new Set(dates)].toSorted();
}

/** The dates that BYSETPOS selects from a year's dates; all of them without one. */
function positioned(dates: readonly string[], positions: string | undefined): readonly string[] {
  if (positions === undefined) return dates;
  const named = positions.split(",").map((text) => {
    const position = Number(text);
    return position > 0 ? position - 1 : dates.length + position;
  });
  return dates.filter((_, index) => named.includes(index));
}

const yearOf = (date: string) => Number(date.slice(0, 4));
const textOf = (year: number) => String(year).padStart(4, "0");
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();
