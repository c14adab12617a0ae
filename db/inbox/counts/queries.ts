import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type RawBuilder, sql } from "kysely";
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
 * Number of open or started tasks that changed since a member marked the inbox as read, by the filters of the counts.
 * One statement.
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

/** Counts of an inbox, as the console of a member shows them. */
export interface OwnInboxCounts extends Omit<InboxCounts, "taskType"> {
  readonly urgent: number;
  /** Open and in progress: the member's, and those with news since they marked the inbox as read. */
  readonly mine: number;
  readonly unread: number;
  /** Open and in progress, by type in its alphabetical order; a type without any is missing. */
  readonly byType: readonly { readonly taskType: CoachTaskType; readonly count: number }[];
}

interface Counted {
  readonly workspaceId: string;
  readonly userId: string;
}

/** Tasks are due at the end of a local day at the latest; no day is longer than 25 hours. */
const LONGEST_DAY = sql`interval '25 hours'`;

const ownCounts = prepareQuery("own-inbox-counts", (_, slot: Slots<Counted>) => {
  const [workspaceId, userId] = [slot("workspaceId"), slot("userId")];
  const now = sql`(select now from moment)`;
  const countOf = (where: RawBuilder<unknown>) => sql`(
      (select count(*)::int from coach_task t
        where t.workspace_id = ${workspaceId} and t.status in ('OPEN', 'IN_PROGRESS') and ${where})
      + (select count(*)::int from woken t where ${where}))`;
  const isDueToday = sql`t.due_order > ${now} and t.due_order <= ${now} + ${LONGEST_DAY}
    and t.due_day_starts_at <= ${now}`;
  return sql<OwnInboxCounts>`
    with moment as materialized (select clock_now() as now),
    mark as materialized (select read_through from inbox_read_mark
      where workspace_id = ${workspaceId} and user_id = ${userId}),
    woken as materialized (select t.* from coach_task t where t.workspace_id = ${workspaceId}
      and t.status = 'SNOOZED' and t.snoozed_until <= ${now}),
    summand as (
      select task_type, coach_user_id, open_count, in_progress_count, snoozed_count, high_count, urgent_count
      from coach_task_count where workspace_id = ${workspaceId}
      union all
      select task_type, coalesce(assigned_coach_user_id, coach_user_id), 1, 0, -1,
        (severity in ('HIGH', 'URGENT'))::int, urgent::int from woken),
    type as materialized (
      select task_type, sum(open_count)::int as open, sum(in_progress_count)::int as in_progress,
        sum(snoozed_count)::int as snoozed, sum(high_count)::int as high, sum(urgent_count)::int as urgent,
        (sum(open_count + in_progress_count) filter (where coach_user_id = ${userId}))::int as mine
      from summand group by task_type)
    select total.*,
      case when exists (select from mark) then ${countOf(isNewsSince("t", sql`(select read_through from mark)`))}
        else total.open + total."inProgress" end as unread,
      ${countOf(sql`t.due_order <= ${now}`)} as overdue, ${countOf(isDueToday)} as "dueToday"
    from (
      select coalesce(sum(open), 0)::int as open, coalesce(sum(in_progress), 0)::int as "inProgress",
        coalesce(sum(snoozed), 0)::int as snoozed, coalesce(sum(high), 0)::int as "highSeverity",
        coalesce(sum(urgent), 0)::int as urgent, coalesce(sum(mine), 0)::int as mine,
        coalesce(json_agg(json_build_object('taskType', task_type, 'count', open + in_progress)
          order by task_type) filter (where open + in_progress > 0), '[]') as "byType"
      from type) total`;
});

/**
 * Counts of a workspace's inbox for a member, from the kept counts (docs/rooms/inbox.md#kept-counts). Only tasks that
 * are due or new are counted one by one, by index alone. One statement.
 */
export async function countOwnInbox(
  on: SqlEntityManager | QueryExecutor,
  member: Counted,
): Promise<OwnInboxCounts> {
  return firstRow(await ownCounts(on, member));
}
