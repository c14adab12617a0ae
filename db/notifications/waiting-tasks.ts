import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/** SQL: what of the inbox is open or in progress; what has slept long enough counts as awake. */
const AWAKE = sql`(t.status in ('OPEN', 'IN_PROGRESS')
  or (t.status = 'SNOOZED' and t.snoozed_until <= (select clock_now())))`;

/** SQL: who is to do it: whom it was handed to, while they are a member, or else whose client it is. */
const RESPONSIBLE = sql`coalesce((select m.user_id from workspace_membership m
  where m.workspace_id = t.workspace_id and m.user_id = t.assigned_coach_user_id
    and m.status = 'ACTIVE'), t.coach_user_id)`;

/**
 * SQL: what a digest counts. A client who is paused, or not active here, has nothing in it; beside something urgent of a
 * client their missed check-ins and routine skips wait (docs/rules.md#inbox-notifications).
 */
const TOLD = sql`${AWAKE} and r.status in ('ONBOARDING', 'ACTIVE')
  and not ((t.task_type = 'MISSED_CHECK_IN' or (t.source_kind = 'SKIP' and t.severity = 'LOW'))
    and exists (select from coach_task first where first.relationship_id = t.relationship_id
      and first.urgent and first.status in ('OPEN', 'IN_PROGRESS')))`;

/** Everybody for whom something waits in the inbox of a workspace. One statement. */
export async function listWaitedFor(tx: Tx, workspaceId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly userId: string }>`/* named: waited-for */
    select distinct ${RESPONSIBLE} as "userId"
    from coach_task t join relationship r on r.id = t.relationship_id
    where t.workspace_id = ${workspaceId} and ${TOLD} order by 1
  `.execute(tx.getKysely());
  return rows.map(({ userId }) => userId);
}

/** How much waits for somebody in the inbox of a workspace, as their digest counts it. One statement. */
export async function countWaiting(
  tx: Tx,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`/* named: waiting-count */
    select count(*)::int as count
    from coach_task t join relationship r on r.id = t.relationship_id
    where t.workspace_id = ${workspaceId} and ${TOLD} and ${RESPONSIBLE} = ${userId}
  `.execute(tx.getKysely());
  return rows[0]?.count ?? 0;
}

/** The number on the icon of a coach's app: what is open or in progress in all of their workspaces. One statement. */
export async function countBadge(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`/* named: inbox-badge */
    select count(*)::int as count
    from workspace_membership m join coach_task t on t.workspace_id = m.workspace_id
    where m.user_id = ${userId} and m.status = 'ACTIVE' and ${AWAKE}
  `.execute(tx.getKysely());
  return rows[0]?.count ?? 0;
}
