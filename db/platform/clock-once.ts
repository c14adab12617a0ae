import { sql } from "kysely";
import { clockNow, secondsAgo } from "../sql-parts.ts";

/**
 * The product's time, looked at once a statement: a function that answers something else each time would
 * be asked row by row, past every index.
 */
export const clockOnce = sql<Date>`(select ${clockNow})`;

/** The same, so many seconds ago. */
export function onceAgo(seconds: number) {
  return sql<Date>`(select ${secondsAgo(seconds)})`;
}

/** The same, so many days ago. */
export function onceDaysAgo(days: number) {
  return sql<Date>`(select ${clockNow} - make_interval(days => ${days}))`;
}
