import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Compilable } from "kysely";
import { executorOf } from "./pipeline.ts";

/**
 * Runs a frequent query under a name, so that PostgreSQL parses and plans it once per connection. A name belongs to
 * one text: it must have no optional part.
 */
export async function runNamed<Row>(
  em: SqlEntityManager,
  name: string,
  query: Compilable<Row>,
): Promise<readonly Row[]> {
  return await executorOf(em).named(name, query);
}
