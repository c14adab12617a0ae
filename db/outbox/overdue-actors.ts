import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";

/** Which overdue actors to take, and how many at once. */
export interface OverduePage {
  /** How late they have to be; null for every actor that waits for anything. */
  readonly lateBySeconds: number | null;
  readonly limit: number;
  /** When the round began: those told in it, or in a later one, are passed by. */
  readonly since: Date;
}

/**
 * Takes actors that ought to have acted and notes that they are told now: those never told since they
 * settled come first, then those told longest ago (docs/rules.md#storage-relay). One that waits for its own
 * next try is not late. Two relays side by side take different ones.
 */
export async function claimOverdueActors(
  em: SqlEntityManager,
  { lateBySeconds, limit, since }: OverduePage,
): Promise<readonly string[]> {
  const bound = sql`(select clock_now() - make_interval(secs => ${lateBySeconds ?? 0}))`;
  const late = sql`due_at < ${bound} and (next_try_at is null or next_try_at < ${bound})`;
  const { rows } = await sql<{ workflowId: string }>`
    with page as (
      select workflow_id from actor
      where ${lateBySeconds === null ? sql`true` : late}
        and (told_at is null or told_at < ${since.toISOString()})
      order by told_at nulls first, due_at, workflow_id
      limit ${limit}
      for update skip locked),
    told as (
      update actor set told_at = ${since.toISOString()}
      where workflow_id = any(array(select workflow_id from page))
      returning workflow_id, due_at, old.told_at as told_before)
    select workflow_id as "workflowId" from told order by told_before nulls first, due_at, workflow_id
  `.execute(em.getKysely());
  return rows.map(({ workflowId }) => workflowId);
}
