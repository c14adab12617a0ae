import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Compilable, RawBuilder } from "kysely";
import { QueryExecutor, executorOf } from "./pipeline.ts";

/**
 * Runs a frequent query under a name, so that PostgreSQL parses and plans it once per connection. A name belongs to
 * one text: it must have no optional part.
 *
 * @param name null for a text that varies with its values.
 */
export async function runNamed<Row>(
  on: SqlEntityManager | QueryExecutor,
  name: string | null,
  query: Compilable<Row> | RawBuilder<Row>,
): Promise<readonly Row[]> {
  const executor = on instanceof QueryExecutor ? on : executorOf(on);
  return await executor.named(name, query);
}
