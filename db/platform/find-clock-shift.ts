import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { secondsOf } from "../sql-parts.ts";
import { tables } from "../tables.ts";

/** Seconds by which the product's clock was moved; anything but zero belongs to tests. */
export async function findClockShift(em: SqlEntityManager): Promise<number> {
  const { seconds } = await tables(em.fork())
    .selectFrom("clockOffset")
    .select(({ ref }) => secondsOf(ref("shift")).as("seconds"))
    .executeTakeFirstOrThrow();
  return seconds;
}
