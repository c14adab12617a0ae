import { evaluatedOnce, clockNow, daysLater, secondsAgo } from "./statements/sql-parts.ts";

/**
 * The product's time, evaluated once per statement. A volatile function would be evaluated for each row, and no index
 * could be used.
 */
export const clockOnce = evaluatedOnce(clockNow);

/** The same, a number of seconds ago. */
export function onceAgo(seconds: number) {
  return evaluatedOnce(secondsAgo(seconds));
}

/** The same, a number of days ago. */
export function onceDaysAgo(days: number) {
  return evaluatedOnce(daysLater(clockNow, -days));
}
