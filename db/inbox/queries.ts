import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type Expression, expressionBuilder, type RawBuilder, sql } from "kysely";
import type { InboxQuery, InboxSummaryQuery, TaskTimeline } from "../../contract/inbox/schema.ts";
import type {
  CoachTaskType,
  FactsOf,
  SourceContext,
  SourceKind,
  SummaryCode,
} from "../../contract/inbox/source-vocabulary.ts";
import {
  ACTIVE_STATUSES,
  type CoachTaskStatus,
  INBOX_LIMITS,
  type InboxSort,
  type Severity,
} from "../../contract/inbox/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { SignInKey } from "../accounts/guard/queries.ts";
import { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { anyOf } from "../platform/statements/sql-parts.ts";
import { prepareQuery, type Slots } from "../platform/pipeline/prepare-query.ts";
import { databaseNames, tables } from "../tables.ts";
import { firstRow, wireInstant } from "../platform/transactions/transact.ts";
import { isMember, type MemberKey } from "../workspaces/queries.ts";
import { itemJoins, itemText, moment, readerFacts, statusNow } from "./item-parts.ts";
import { after, fromTask, type InboxPosition, orderBy, positionOf } from "./list-order.ts";
import { isRelated, ranksUnder } from "./related-tasks.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";

/** An item as JSON text, and the facts for the parts that depend on the reader. */
export interface InboxItemRow {
  readonly text: string;
  readonly status: CoachTaskStatus;
  readonly severity: Severity;
  readonly clientStatus: RelationshipStatus;
  readonly sourceKind: SourceKind;
  readonly sourceContext: SourceContext;
  readonly summaryCode: SummaryCode;
  readonly route: string;
  /** When something new was last known of it. */
  readonly newsAt: Date;
  /** Null if its source is gone. */
  readonly facts: FactsOf<SourceKind> | null;
  /** Who decided to close it; null while it is open, and if its source did. */
  readonly closedByUserId: string | null;
  /** Until when that decision can be undone; null if it is open, or no longer. */
  readonly undoUntil: string | null;
}

/** Selects a page of a workspace's inbox. */
export interface InboxPage extends Pick<
  InboxQuery,
  "limit" | "taskType" | "severity" | "relationshipId" | "coachUserId" | "dueBefore" | "q"
> {
  /** Whether related tasks stand under each other in the order of PRIORITY; true if absent. */
  readonly grouped?: boolean;
  readonly workspaceId: string;
  readonly sort: InboxSort;
  /** Only tasks with news after this instant. */
  readonly unreadSince?: Date | undefined;
  readonly statuses: readonly CoachTaskStatus[];
  readonly after: InboxPosition | null;
  /** The signed-in user, if the guard has not decided yet: the query then finds nothing in a foreign workspace. */
  readonly reader?: SignInKey;
}

/** An item of a page, and the position of the page after it. */
export interface ListedItemRow extends InboxItemRow {
  readonly position: InboxPosition;
}

/** SQL conditions for stored tasks `of` with the given statuses, one for each index. */
function classesOf(statuses: readonly CoachTaskStatus[], of: string) {
  const [stored, until] = [sql.raw(`${of}.status`), sql.raw(`${of}.snoozed_until`)];
  const has = (status: CoachTaskStatus) => statuses.includes(status);
  const among = (some: readonly CoachTaskStatus[]) => some.filter(has);
  const active = among(["OPEN", "IN_PROGRESS"]);
  const closed = among(["RESOLVED", "DISMISSED", "ARCHIVED"]);
  return [
    ...(active.length === 0
      ? []
      : [sql`${stored} in ('OPEN', 'IN_PROGRESS') and ${stored} = any(${active}::text[])`]),
    ...(has("OPEN") ? [sql`${stored} = 'SNOOZED' and ${until} <= (select clock_now())`] : []),
    ...(has("SNOOZED") ? [sql`${stored} = 'SNOOZED' and ${until} > (select clock_now())`] : []),
    ...(closed.length === 0 ? [] : [sql`${stored} = any(${closed}::text[])`]),
  ];
}

/** SQL of the filters of tasks `of` that list and summary share. */
function filtersOf(
  query: InboxSummaryQuery & { readonly workspaceId: string | RawBuilder<string> },
  of: string,
) {
  const { workspaceId, taskType, dueBefore, coachUserId } = query;
  const column = (name: string) => sql.raw(`${of}.${name}`);
  const responsible = sql`coalesce(${column("assigned_coach_user_id")}, ${column("coach_user_id")})`;
  return [
    sql`${column("workspace_id")} = ${workspaceId}`,
    ...(taskType === undefined ? [] : [sql`${column("task_type")} = any(${taskType}::text[])`]),
    ...(dueBefore === undefined ? [] : [sql`${column("due_at")} < ${dueBefore}::timestamptz`]),
    ...(coachUserId === undefined ? [] : [sql`${responsible} = ${coachUserId}`]),
  ];
}

/** SQL of the filters of a list, for tasks `of` of clients `p`. */
function narrowed(page: ListedPage, of: string) {
  const { severity, relationshipId, q, unreadSince } = page;
  const column = (name: string) => sql.raw(`${of}.${name}`);
  return [
    ...filtersOf(page, of),
    ...(severity === undefined ? [] : [sql`${column("severity")} = any(${severity}::text[])`]),
    ...(relationshipId === undefined
      ? []
      : [sql`${column("relationship_id")} = ${relationshipId}`]),
    ...(unreadSince === undefined ? [] : [isNewsSince(of, sql`${unreadSince}`)]),
    ...(q === undefined ? [] : [sql`p.display_name ilike ${`%${escaped(q)}%`}`]),
  ];
}

/** SQL of whether something new is known of a task `of` after an instant. */
const isNewsSince = (of: string, instant: RawBuilder<unknown>) =>
  sql`${sql.raw(of)}.news_at > ${instant}::timestamptz`;

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Items of a page if the request states no limit. */
const USUAL_LIMIT = 50;

/**
 * Whether a page is the one that a console loads first, and reloads after each change: the first one, without
 * filters.
 */
function isFirstSettlement({
  sort,
  grouped = true,
  limit,
  statuses,
  after: from,
  ...page
}: InboxPage): boolean {
  const { workspaceId: _, reader: __, ...filters } = page;
  const isUsual = sort === "PRIORITY" && grouped && limit === USUAL_LIMIT && from === null;
  const isUnfiltered = Object.values(filters).every((filter) => filter === undefined);
  return isUsual && isUnfiltered && statuses.join() === ACTIVE_STATUSES.join();
}

const firstPages = prepareQuery("inbox-first-page", (_, slot: Slots<MemberKey>) => {
  const usual = { sort: "PRIORITY", limit: USUAL_LIMIT, statuses: ACTIVE_STATUSES } as const;
  const page = { ...usual, after: null, workspaceId: slot("workspaceId") };
  return listed(page, isMember(slot));
});

/**
 * A page of the inbox in its order, and one more item that shows that there is a next page. One statement, planned
 * for its filters: a named statement would have to include all of them. The most frequent page has no filter and is
 * prepared, because planning takes longer than execution. Its limit is a literal, so that the plan is made for few
 * rows.
 */
export async function listInbox(
  on: SqlEntityManager | QueryExecutor,
  page: InboxPage,
): Promise<readonly ListedItemRow[]> {
  const { reader, workspaceId } = page;
  if (page.statuses.length === 0) return [];
  const key = reader && { ...reader, workspaceId };
  if (key !== undefined && isFirstSettlement(page)) return await firstPages(on, key);
  const isOwn =
    key === undefined ? expressionBuilder().lit(true) : isMember((name) => sql`${key[name]}`);
  const { rows } = await listed(page, isOwn).execute(
    on instanceof QueryExecutor ? on : on.getKysely(),
  );
  return rows;
}

/** A page whose workspace is an expression of the statement. */
type ListedPage = Omit<InboxPage, "workspaceId" | "reader"> & {
  readonly workspaceId: string | RawBuilder<string>;
};

/**
 * Tasks in their order, each with its related task under it where the list is grouped: `lead` is the higher of two, or
 * the task itself.
 */
function listed(page: ListedPage, isOwn: Expression<boolean>): RawBuilder<ListedItemRow> {
  const { sort, limit, statuses } = page;
  const order = { sort, grouped: sort === "PRIORITY" && (page.grouped ?? true) };
  // At a position within a group, its first task is found again.
  const found = sql.lit(limit + (page.after === null ? 1 : 2));
  const other = sql`select from coach_task other where ${isRelated("other", "lead")}
    and ${isListed(page, "other")} and ${ranksUnder("lead", "other")}`;
  const isFirst = order.grouped ? [sql`not exists (${other})`] : [];
  const shared = [...narrowed(page, "lead"), fromTask(order, page.after), ...isFirst];
  const leads = classesOf(statuses, "lead").map(
    (one) => sql`(select lead.id from coach_task lead
      join client_profile p on p.user_id = lead.client_user_id
      where ${sql.join([...shared, one], sql` and `)}
      order by ${orderBy({ ...order, grouped: false })} limit ${found})`,
  );
  const under = sql`select other.id, 1 as under from coach_task other
    where ${isRelated("other", "lead")} and ${isListed(page, "other")}`;
  return sql<ListedItemRow>`
    select ${itemText} as text, ${readerFacts}, ${positionOf(order)} as position
    from (${sql.join(leads, sql` union all `)}) leads
    join coach_task lead on lead.id = leads.id
    cross join lateral (select lead.id, 0 as under${order.grouped ? sql` union all ${under}` : sql``}) found
    cross join ${moment}
    join coach_task t on t.id = found.id
    join client_profile p on p.user_id = t.client_user_id
    ${itemJoins}
    where ${isOwn} and ${after(order, page.after)}
    order by ${orderBy(order)} limit ${sql.lit(limit + 1)}`.withPlugin(databaseNames);
}

/** SQL of whether a list shows a task of the same client, apart from its position. */
function isListed(page: ListedPage, of: string): RawBuilder<unknown> {
  const { q: _, ...filters } = page;
  const statuses = classesOf(page.statuses, of).map((one) => sql`(${one})`);
  const isInStatus = sql`(${sql.join(statuses, sql` or `)})`;
  return sql.join([...narrowed(filters, of), isInStatus], sql` and `);
}

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
      select t.task_type as "taskType", (count(*) filter (where ${statusNow} = 'OPEN'))::int as open,
        (count(*) filter (where t.status = 'IN_PROGRESS'))::int as "inProgress",
        (count(*) filter (where ${statusNow} <> 'SNOOZED' and t.due_at <= moment.now))::int as overdue,
        (count(*) filter (where ${statusNow} <> 'SNOOZED' and t.due_at > moment.now
          and t.due_day_starts_at <= moment.now))::int as "dueToday",
        (count(*) filter (where ${statusNow} <> 'SNOOZED' and t.severity in ('HIGH', 'URGENT')))::int
          as "highSeverity",
        (count(*) filter (where ${statusNow} = 'SNOOZED'))::int as snoozed
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

/** A task with its history. */
export interface TaskDetailRow extends InboxItemRow {
  readonly sourceId: string;
  readonly relationshipId: string;
  /** JSON text of what every reader sees in addition to the item. */
  readonly more: string;
  readonly occurrences: readonly {
    readonly key: string;
    readonly localDate: string | null;
    readonly acceptedAt: string;
    readonly reviewedAt: string | null;
  }[];
}

/** A task of a workspace with its history, or null. One statement. */
export async function findTaskDetail(
  em: SqlEntityManager,
  { workspaceId, taskId }: { readonly workspaceId: string; readonly taskId: string },
): Promise<TaskDetailRow | null> {
  const statement = sql<TaskDetailRow>`
    select ${itemText} as text, ${readerFacts}, t.source_id as "sourceId",
      t.relationship_id as "relationshipId",
      json_build_object(
        'timeline', (select coalesce(json_agg(json_build_object('type', event.type,
            'at', ${wireInstant("event.occurred_at")},
            'actor', json_build_object('kind', event.actor_kind, 'userId', event.actor_user_id),
            'resolutionType', event.metadata ->> 'resolutionType',
            'reopenReason', event.metadata ->> 'reopenReason')
            order by event.occurred_at, event.id), '[]')
          from coach_task_event event where event.task_id = t.id),
        'resolutionType', t.resolution_type, 'dismissReason', t.dismiss_reason, 'note', t.note,
        'nudge', case when t.nudge_at is not null then json_build_object(
          'at', ${wireInstant("t.nudge_at")}, 'outcome', nudge.outcome, 'reason', nudge.reason,
          'deliverAfter', ${wireInstant("nudge.deliver_after")}) end,
        'previousTaskId', t.previous_task_id, 'duplicateOf', t.duplicate_of)::text as more,
      (select coalesce(json_agg(json_build_object('key', covered.occurrence_key,
          'localDate', covered.local_date, 'reviewedAt', ${wireInstant("covered.reviewed_at")}, 'acceptedAt', ${wireInstant("covered.accepted_at")})
          order by covered.accepted_at, covered.occurrence_key), '[]')
        from (select * from coach_task_occurrence where task_id = t.id
          order by accepted_at, occurrence_key limit 100) covered) as occurrences
    from coach_task t
    cross join ${moment}
    join client_profile p on p.user_id = t.client_user_id
    ${itemJoins}
    left join notification nudge on nudge.id = t.nudge_notification_id
    where t.workspace_id = ${workspaceId} and t.id = ${taskId}
  `;
  const rows = await runNamed(em, "coach-task-detail", statement);
  return rows[0] ?? null;
}

/** A closed task of a client. */
type TimelineRow = TaskTimeline["items"][number] & {
  readonly sourceContext: SourceContext;
  readonly sourceRoute: string;
};

/**
 * Tasks of a client of a workspace that were resolved or dismissed in the last 30 days, newest first.
 *
 * @returns null if the workspace has no such client.
 */
export async function listTaskTimeline(
  em: SqlEntityManager,
  { workspaceId, clientUserId }: { readonly workspaceId: string; readonly clientUserId: string },
): Promise<readonly TimelineRow[] | null> {
  const { timelineDays, timelineItems } = INBOX_LIMITS;
  const statement = sql<{ readonly items: readonly TimelineRow[] }>`
    select (select coalesce(json_agg(json_build_object('taskType', closed.task_type,
        'date', ${wireInstant("closed.closed_at")},
        'resolutionLabel', coalesce(closed.resolution_type, closed.dismiss_reason),
        'sourceRoute', closed.route, 'sourceContext', closed.source_context)
        order by closed.closed_at desc, closed.id desc), '[]')
      from (select t.* from coach_task t
        join relationship r on r.id = t.relationship_id and r.workspace_id = ${workspaceId}
          and r.client_user_id = ${clientUserId}
        where t.status in ('RESOLVED', 'DISMISSED')
          and t.closed_at > clock_now() - make_interval(days => ${timelineDays}::int)
        order by t.closed_at desc, t.id desc limit ${timelineItems}) closed) as items
    where exists (select from relationship
      where workspace_id = ${workspaceId} and client_user_id = ${clientUserId})
  `;
  const rows = await runNamed(em, "task-timeline", statement);
  return rows[0]?.items ?? null;
}

/** The relationships of those tasks that belong to a workspace, by task. One statement. */
export async function listRelationshipsOfTasks(
  em: SqlEntityManager,
  workspaceId: string,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tables(em)
    .selectFrom("coachTask")
    .where("id", "=", anyOf(taskIds))
    .where("workspaceId", "=", workspaceId)
    .select(["id", "relationshipId"])
    .execute();
  return new Map(rows.map(({ id, relationshipId }) => [id, relationshipId]));
}
