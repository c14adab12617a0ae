import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { realNow } from "./statements/sql-parts.ts";
import { tables } from "../tables.ts";

/** PostgreSQL's real clock in milliseconds since 1970, regardless of the product's clock. */
export async function readRealClock(em: SqlEntityManager): Promise<number> {
  const { now } = await tables(em.fork()).selectNoFrom(realNow.as("now")).executeTakeFirstOrThrow();
  return now.getTime();
}
