import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";

/** The numbers of a client's unresolved tasks of one type and coach. */
type TaskCounts = Readonly<Record<string, string | number>>;

const KEYS = sql`workspace_id, relationship_id, task_type, coach`;

/** The kept counts of all clients, without those that are zero. */
export async function readKeptCounts(em: SqlEntityManager): Promise<readonly TaskCounts[]> {
  const { rows } = await sql<TaskCounts>`
    select ${KEYS}, open, in_progress, snoozed, high, urgent from (
      select workspace_id, relationship_id, task_type, coach_user_id as coach, sum(open_count)::int as open,
        sum(in_progress_count)::int as in_progress, sum(snoozed_count)::int as snoozed,
        sum(high_count)::int as high, sum(urgent_count)::int as urgent
      from coach_task_count group by 1, 2, 3, 4) kept
    where (open, in_progress, snoozed, high, urgent) <> (0, 0, 0, 0, 0) order by ${KEYS}`.execute(
    em.fork().getKysely(),
  );
  return rows;
}

/** The same, counted from the tasks. */
export async function countTasks(em: SqlEntityManager): Promise<readonly TaskCounts[]> {
  const { rows } = await sql<TaskCounts>`
    select workspace_id, relationship_id, task_type, coalesce(assigned_coach_user_id, coach_user_id) as coach,
      (count(*) filter (where status = 'OPEN'))::int as open,
      (count(*) filter (where status = 'IN_PROGRESS'))::int as in_progress,
      (count(*) filter (where status = 'SNOOZED'))::int as snoozed,
      (count(*) filter (where status <> 'SNOOZED' and severity in ('HIGH', 'URGENT')))::int as high,
      (count(*) filter (where status <> 'SNOOZED' and severity = 'URGENT'))::int as urgent
    from coach_task where closed_at is null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(em.fork().getKysely());
  return rows;
}
