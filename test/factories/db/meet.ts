import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { Client } from "pg";
import { transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { eventually } from "../eventually.ts";

/**
 * Starts one act while the transaction of another is open and has done its part, so that the two certainly meet. The
 * first commits once the other waits for a lock, or has ended.
 *
 * @returns both outcomes.
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
    await eventually(async () => ended || (await waitsForLock(em)), Boolean);
    return done;
  });
  const result = await second;
  if (result === undefined) throw new Error("The other act never began");
  if (result.status === "rejected") throw result.reason;
  return [one, result.value];
}

/** Whether a session waits for a lock in this database. */
export async function waitsForLock(em: SqlEntityManager): Promise<boolean> {
  return (await waitersForLocks(em)) > 0;
}

/** How many sessions wait for a lock in this database. */
export async function waitersForLocks(em: SqlEntityManager): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(em.fork().getKysely());
  return rows.length;
}

/**
 * Stops acts where they insert into a table, and resumes them once each waits for a lock or has ended. An act whose
 * guard is missing stops there too: both then insert the row they did not find.
 *
 * @param url of a role that may create triggers.
 */
export async function gather<T>(
  url: string,
  table: string,
  acts: readonly (() => Promise<T>)[],
): Promise<readonly T[]> {
  const keeper = new Client({ connectionString: url });
  await keeper.connect();
  try {
    await keeper.query(`
      create or replace function wait_at_gate() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(37); return null; end $$;
      create trigger gate before insert on ${table} for each statement execute function wait_at_gate();
      select pg_advisory_lock(37)`);
    let ended = 0;
    const begun = acts.map((act) => act().finally(() => (ended += 1)));
    const results = Promise.allSettled(begun);
    for (let waiting = 0; waiting + ended < acts.length;) {
      const { rows } = await keeper.query<{ waiting: number }>(`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      waiting = rows[0]?.waiting ?? 0;
    }
    await keeper.query("select pg_advisory_unlock(37)");
    const settled = await results;
    await keeper.query(`drop trigger gate on ${table}`);
    return settled.map((one) => {
      if (one.status === "rejected") throw one.reason;
      return one.value;
    });
  } finally {
    await keeper.end();
  }
}
