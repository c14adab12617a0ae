import { sql } from "kysely";
import type { QueryExecutor } from "./pipeline.ts";
import { prepareQuery } from "./prepared-query.ts";

const settings = prepareQuery("keep-plans", (from) =>
  from.selectNoFrom(({ fn, lit }) => [
    fn("set_config", [sql.lit("plan_cache_mode"), sql.lit("force_generic_plan"), lit(true)]).as(
      "kept",
    ),
    fn("set_config", [sql.lit("enable_seqscan"), sql.lit("off"), lit(true)]).as("byKeys"),
  ]),
);

/**
 * From here to the end of its transaction the database takes the plan it has made of a named statement for any
 * values. Left to itself it plans anew each time an array has fewer elements than the ten it reckons with, so
 * that one tap costs it more planning than doing. Nor does it read a table whole: one that is all but empty invites
 * it to, and the plan is kept while the table grows, until its statistics are taken again; a young installation's
 * batches took seconds of PostgreSQL each. For transactions whose every statement finds its rows by keys, and leaves no
 * other way: of a join between tables that are all but empty an index is read whole as well, so that each row of another
 * table is looked up by itself (LATERAL ... LIMIT 1).
 */
export async function forceGenericPlans(executor: QueryExecutor): Promise<void> {
  await settings(executor, {});
}
