import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { InboxSummaryQuery } from "../../../contract/inbox/schema.ts";
import type { CoachTaskType } from "../../../contract/inbox/source-vocabulary.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import { firstRow } from "../../platform/transactions/transact.ts";
import { moment, statusNow } from "../item-parts.ts";
import { filtersOf, isNewsSince } from "../lists/task-filters.ts";

/** Counts of one type of task. */
export interface InboxCounts {
  readonly taskType: CoachTaskType;
  readonly open: number;
  readonly inProgress: number;
  readonly overdue: number;
  readonly dueToday: number;
  readonly highSeverity: number;
  readonly snoozed: number;
}

const isAwake = sql`${statusNow} <> 'SNOOZED'`;

/** SQL of the counts of one type of tasks `t`. */
const countColumns = sql`t.task_type as "taskType",
  (count(*) filter (where ${statusNow} = 'OPEN'))::int as open,
  (count(*) filter (where t.status = 'IN_PROGRESS'))::int as "inProgress",
  (count(*) filter (where ${isAwake} and t.due_at <= moment.now))::int as overdue,
  (count(*) filter (where ${isAwake} and t.due_at > moment.now
    and t.due_day_starts_at <= moment.now))::int as "dueToday",
  (count(*) filter (where ${isAwake} and t.severity in ('HIGH', 'URGENT')))::int as "highSeverity",
  (count(*) filter (where not (${isAwake})))::int as snoozed`;

/**
 * Counts of a workspace's inbox by type, by the rules of its list. One statement; without a filter by coach it is an
 * index-only scan. The current time is outside of the counted rows: in a join it would be evaluated for each task.
 */
export async function countInbox(
  em: SqlEntityManager,
  query: InboxSummaryQuery & { readonly workspaceId: string },
): Promise<readonly InboxCounts[]> {
  const filters = [...filtersOf(query, "t"), sql`t.status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')`];
  const { rows } = await sql<InboxCounts>`
    select counted.* from ${moment} cross join lateral (
      select ${countColumns}
      from coach_task t where ${sql.join(filters, sql` and `)} group by t.task_type) counted
    order by "taskType"
  `.execute(em.getKysely());
  return rows;
}

/**
 * Number of tasks, open or in progress, of which something new is known since a member marked the inbox as read, by
 * the filters of the counts. One statement.
 */
export async function countUnread(
  em: SqlEntityManager,
  query: InboxSummaryQuery & { readonly workspaceId: string; readonly userId: string },
): Promise<number> {
  const { workspaceId, userId } = query;
  const mark = sql`coalesce((select read_through from inbox_read_mark
    where workspace_id = ${workspaceId} and user_id = ${userId}), '-infinity')`;
  const awake = sql`(t.status in ('OPEN', 'IN_PROGRESS')
    or (t.status = 'SNOOZED' and t.snoozed_until <= (select clock_now())))`;
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::int as count from coach_task t
    where ${sql.join([...filtersOf(query, "t"), awake, isNewsSince("t", mark)], sql` and `)}
  `.execute(em.getKysely());
  return firstRow(rows).count;
}

/** Counts of one type of task for a member. */
export interface OwnInboxCounts extends InboxCounts {
  readonly urgent: number;
  /** Open and in progress: the member's, and those with news since they marked the inbox as read. */
  readonly mine: number;
  readonly unread: number;
}

const ownCounts = prepareQuery("own-inbox-counts", (_, slot: Slots<Counted>) => {
  const mark = sql`(select coalesce((select read_through from inbox_read_mark
    where workspace_id = ${slot("workspaceId")} and user_id = ${slot("userId")}), '-infinity'))`;
  return sql<OwnInboxCounts>`
    select counted.* from ${moment} cross join lateral (
      select ${countColumns},
        (count(*) filter (where ${isAwake} and t.severity = 'URGENT'))::int as urgent,
        (count(*) filter (where ${isAwake}
          and coalesce(t.assigned_coach_user_id, t.coach_user_id) = ${slot("userId")}))::int as mine,
        (count(*) filter (where ${isAwake} and ${isNewsSince("t", mark)}))::int as unread
      from coach_task t where t.workspace_id = ${slot("workspaceId")}
        and t.status in ('OPEN', 'IN_PROGRESS', 'SNOOZED') group by t.task_type) counted
    order by "taskType"`;
});

interface Counted {
  readonly workspaceId: string;
  readonly userId: string;
}

/** Counts of a workspace's inbox by type for a member. One statement, an index-only scan. */
export async function countOwnInbox(
  on: SqlEntityManager | QueryExecutor,
  member: Counted,
): Promise<readonly OwnInboxCounts[]> {
  return await ownCounts(on, member);
}
