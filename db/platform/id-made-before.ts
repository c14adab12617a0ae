import { type Expression, expressionBuilder } from "kysely";
import { combined, interval } from "../sql-parts.ts";
import type { Tables } from "../tables.ts";

/**
 * An id that was made so many days ago, by the moved clock: ids grow with time, so that the oldest rows
 * are found by their key. A subselect, which is looked at once: a function that answers something else
 * each time would be asked row by row, through the whole table.
 */
export function idMadeBefore(days: number) {
  const shift = (by: Expression<string>) => combined<string>(by, "-", interval("days", days));
  return expressionBuilder<Tables>()
    .selectFrom("clockOffset")
    .select(({ fn, ref }) => fn<string>("uuidv7", [shift(ref("shift"))]).as("id"))
    .$asScalar();
}
