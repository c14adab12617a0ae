import { askedOnce, clockNow, daysLater, secondsAgo } from "../sql-parts.ts";

/**
 * The product's time, looked at once a statement: a function that answers something else each time would
 * be asked row by row, past every index.
 */
export const clockOnce = askedOnce(clockNow);

/** The same, so many seconds ago. */
export function onceAgo(seconds: number) {
  return askedOnce(secondsAgo(seconds));
}

/** The same, so many days ago. */
export function onceDaysAgo(days: number) {
  return askedOnce(daysLater(clockNow, -days));
}
