import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Compilable } from "kysely";
import { executorOf } from "./pipeline.ts";

/**
 * Runs a query that is asked again and again under its name, so that the database parses and plans it
 * once a connection. A name belongs to one text: it has no part that is there at times only.
 */
export async function runNamed<Row>(
  em: SqlEntityManager,
  name: string,
  query: Compilable<Row>,
): Promise<readonly Row[]> {
  return await executorOf(em).named(name, query);
}
