import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { secondsOf } from "./statements/sql-parts.ts";
import { tables } from "../tables.ts";

/** Offset of the product's clock in seconds; other than zero only in tests. */
export async function findClockShift(em: SqlEntityManager): Promise<number> {
  const { seconds } = await tables(em.fork())
    .selectFrom("clockOffset")
    .select(({ ref }) => secondsOf(ref("shift")).as("seconds"))
    .executeTakeFirstOrThrow();
  return seconds;
}
