import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { transact, type Tx } from "../../db/transact.ts";
import { eventually } from "./eventually.ts";

/**
 * Has one act begin while the transaction of another is open and has done its part: the two meet for certain. The first
 * commits once the other waits for a lock, or has ended.
 *
 * @returns what both came to.
 */
export async function meet<One, Other>(
  em: SqlEntityManager,
  first: (tx: Tx) => Promise<One>,
  other: () => Promise<Other>,
): Promise<readonly [One, Other]> {
  let ended = false;
  let second: Promise<PromiseSettledResult<Other>> | undefined;
  const one = await transact(em, async (tx) => {
    const done = await first(tx);
    await tx.flush();
    second = Promise.allSettled([
      other().finally(() => {
        ended = true;
      }),
    ]).then(([result]) => result);
    await eventually(async () => ended || (await waitsForLock(em)), Boolean, 5_000);
    return done;
  });
  const result = await second;
  if (result === undefined) throw new Error("The other never began");
  if (result.status === "rejected") throw result.reason;
  return [one, result.value];
}

/** Whether anybody waits for a lock in this database. */
export async function waitsForLock(em: SqlEntityManager): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(em.fork().getKysely());
  return rows.length > 0;
}
