import { addDays, isoWeekday } from "../../local-day.ts";

/** Weeks from Monday to Sunday, newest first, beginning with the week of a date. */
export function weeksBack(localDate: string, count: number): readonly Week[] {
  const monday = mondayOf(localDate);
  return Array.from({ length: count }, (_, ago) => {
    const from = addDays(monday, -7 * ago);
    return { from, to: addDays(from, 6) };
  });
}

/** The Monday of a date's week. */
export function mondayOf(localDate: string): string {
  return addDays(localDate, 1 - isoWeekday(localDate));
}

/** A week, by its Monday and its Sunday. */
export interface Week {
  readonly from: string;
  readonly to: string;
}
