import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { firstRow } from "../transact.ts";

/** Seconds by which the product's clock was moved; anything but zero belongs to tests. */
export async function findClockShift(em: SqlEntityManager): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from shift)::float8 as seconds from clock_offset
  `.execute(em.fork().getKysely());
  return firstRow(rows).seconds;
}
