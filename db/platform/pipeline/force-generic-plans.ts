import { sql } from "kysely";
import type { QueryExecutor } from "./pipeline.ts";
import { prepareQuery } from "./prepare-query.ts";

/**
 * Forces cached plans for the rest of the transaction. By default PostgreSQL assumes ten elements for an array
 * parameter and plans again whenever there are fewer. For one tap, planning would cost more than execution.
 *
 * Sequential scans are discouraged too. PostgreSQL prefers them while a table is almost empty, and keeps that plan
 * while the table grows, until the next ANALYZE. In a young installation, each batch cost PostgreSQL seconds.
 *
 * Use it only for transactions whose statements all find their rows by keys. A join of almost empty tables may still
 * read a whole index, so write such lookups as LATERAL ... LIMIT 1.
 */
export async function forceGenericPlans(executor: QueryExecutor): Promise<void> {
  await settings(executor, {});
}

const settings = prepareQuery("keep-plans", (from) =>
  from.selectNoFrom(({ fn, lit }) => [
    fn("set_config", [sql.lit("plan_cache_mode"), sql.lit("force_generic_plan"), lit(true)]).as(
      "kept",
    ),
    fn("set_config", [sql.lit("enable_seqscan"), sql.lit("off"), lit(true)]).as("byKeys"),
  ]),
);
