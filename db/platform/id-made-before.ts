import { sql } from "kysely";

/**
 * An id that was made so many days ago, by the moved clock: ids grow with time, so that the oldest rows
 * are found by their key. A subselect, which is looked at once: a function that answers something else
 * each time would be asked row by row, through the whole table.
 */
export function idMadeBefore(days: number) {
  return sql<string>`(
    select uuidv7(shift - make_interval(days => ${days})) from clock_offset)`;
}
