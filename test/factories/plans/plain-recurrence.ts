import { rulePartsOf } from "../../../contract/plans/rule-parts.ts";
import { addDays } from "../../../rules/local-day.ts";

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const DAY_MS = 86_400_000;

/**
 * The dates of a rule by the text of RFC 5545. For each period it takes the days that every part of the rule allows,
 * and of these the ones that BYSETPOS names. Slow and simple, for comparison.
 */
export function plainDates(rule: string, begins: string, last: string): readonly string[] {
  const parts = rulePartsOf(rule);
  const frequency = parts.get("FREQ") ?? "";
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const until = parts.get("UNTIL")?.replace(/^(....)(..)(..)$/, "$1-$2-$3") ?? last;
  const end = until < last ? until : last;
  const weekStart = WEEKDAYS.indexOf(parts.get("WKST") ?? "MO");
  const dates: string[] = [];
  for (let step = 0; ; step += interval) {
    const period = periodAt(frequency, step, { begins, weekStart });
    if (period[0] === undefined || period[0] > end) break;
    const allowed = period.filter((date) => isAllowed(date, { parts, frequency, begins }));
    dates.push(...positioned(allowed, parts.get("BYSETPOS")).filter((date) => date >= begins));
  }
  return dates.slice(0, Number(parts.get("COUNT") ?? dates.length)).filter((date) => date <= end);
}

/** The days of the period this many periods after that of the first day. */
function periodAt(
  frequency: string,
  step: number,
  { begins, weekStart }: { readonly begins: string; readonly weekStart: number },
): readonly string[] {
  const [year = 0, month = 1] = begins.split("-").map(Number);
  if (frequency === "DAILY") return [addDays(begins, step)];
  if (frequency === "WEEKLY") {
    const monday = addDays(begins, -((weekdayOf(begins) - weekStart + 7) % 7) + 7 * step);
    return daysFrom(monday, addDays(monday, 7));
  }
  if (frequency === "MONTHLY") {
    const index = 12 * year + month - 1 + step;
    return daysFrom(firstOf(index), firstOf(index + 1));
  }
  return daysFrom(firstOf(12 * (year + step)), firstOf(12 * (year + step + 1)));
}

interface Allowing {
  readonly parts: ReadonlyMap<string, string>;
  readonly frequency: string;
  readonly begins: string;
}

function isAllowed(date: string, { parts, frequency, begins }: Allowing): boolean {
  const listed = (name: string) => parts.get(name)?.split(",");
  const [months, monthDays, weekdays] = [listed("BYMONTH"), listed("BYMONTHDAY"), listed("BYDAY")];
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  if (months !== undefined && !months.map(Number).includes(month)) return false;
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (
    monthDays !== undefined &&
    !monthDays.map(Number).some((n) => n === day || n === day - length - 1)
  )
    return false;
  if (weekdays !== undefined) {
    const isByMonth = frequency === "MONTHLY" || months !== undefined;
    const ofYear = (Date.parse(date) - Date.parse(firstOf(12 * year))) / DAY_MS;
    const yearLength =
      (Date.parse(firstOf(12 * (year + 1))) - Date.parse(firstOf(12 * year))) / DAY_MS;
    const place = isByMonth
      ? { before: day - 1, after: length - day }
      : { before: ofYear, after: yearLength - ofYear - 1 };
    return weekdays.some((entry) => isNamed(date, entry, place));
  }
  if (monthDays !== undefined || frequency === "DAILY") return true;
  if (frequency === "WEEKLY") return weekdayOf(date) === weekdayOf(begins);
  const isSameDay = date.slice(8) === begins.slice(8);
  if (frequency === "MONTHLY" || months !== undefined) return isSameDay;
  return date.slice(5) === begins.slice(5);
}

/**
 * Whether a date is a weekday such as `MO`, `1MO` or `-53SU`. Counts the days before and after it in its month or
 * year: the first of its kind has fewer than seven before it.
 */
function isNamed(
  date: string,
  entry: string,
  { before, after }: { readonly before: number; readonly after: number },
): boolean {
  if (weekdayOf(date) !== WEEKDAYS.indexOf(entry.slice(-2))) return false;
  const place = Number(entry.slice(0, -2));
  if (place === 0) return true;
  return place > 0 ? Math.floor(before / 7) + 1 === place : Math.floor(after / 7) + 1 === -place;
}

function positioned(dates: readonly string[], positions: string | undefined): readonly string[] {
  if (positions === undefined) return dates;
  const named = new Set(
    positions
      .split(",")
      .map((text) => dates.at(Number(text) > 0 ? Number(text) - 1 : Number(text))),
  );
  return dates.filter((date) => named.has(date));
}

function daysFrom(first: string, end: string): readonly string[] {
  const length = (Date.parse(end) - Date.parse(first)) / DAY_MS;
  return Array.from({ length }, (_, day) => addDays(first, day));
}

const firstOf = (month: number) => {
  const [year, of] = [Math.floor(month / 12), (month % 12) + 1];
  return `${String(year).padStart(4, "0")}-${String(of).padStart(2, "0")}-01`;
};
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();
