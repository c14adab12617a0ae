import { type Expression, expressionBuilder } from "kysely";
import { combined, interval } from "./statements/sql-parts.ts";
import type { Tables } from "../tables.ts";

/**
 * An id of a number of days ago, by the product's clock. Ids grow with time, so that the oldest rows are found by
 * their key. A subselect is evaluated once; a volatile function would be evaluated for each row of the whole table.
 */
export function idMadeBefore(days: number) {
  const shift = (by: Expression<string>) => combined<string>(by, "-", interval("days", days));
  return expressionBuilder<Tables>()
    .selectFrom("clockOffset")
    .select(({ fn, ref }) => fn<string>("uuidv7", [shift(ref("shift"))]).as("id"))
    .$asScalar();
}
