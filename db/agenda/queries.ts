import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type {
  AgendaTask,
  AgendaTaskItem,
  DayTask,
  SourcedTask,
} from "../../rules/agenda/agenda-task.ts";
import { zoneNow } from "../relationships/zone-now.ts";
import { wireInstant } from "../transact.ts";

/** A row as the driver gives it: instants as text. */
type AsText<Row> = {
  readonly [Key in keyof Row]: Row[Key] extends Date | null
    ? Row[Key] extends Date
      ? string
      : string | null
    : Row[Key];
};

type TaskRow = AsText<AgendaTask> & { readonly items: readonly AsText<AgendaTaskItem>[] };

/** Tasks with items of some local days of a relationship, by day and id. One statement. */
export async function listDayTasks(
  em: SqlEntityManager,
  relationshipId: string,
  localDates: readonly string[],
): Promise<readonly DayTask[]> {
  const { rows } = await sql<TaskRow>`/* named: day-tasks */
    select ${taskColumns}, coalesce(item.list, '[]') as items
    from agenda_task task
    left join lateral (${itemsOfTask}) item on true
    where task.relationship_id = ${relationshipId}
      and task.local_date = any(${localDates}::date[])
    order by task.local_date, task.id
  `.execute(em.getKysely());
  return rows.map(dayTask);
}

/** Whose day a client asks for, and what time it is. */
export interface AgendaScope {
  readonly relationshipId: string;
  readonly timezone: string;
  readonly now: Date;
}

/** The one open relationship of a client. @throws Refusal NOT_FOUND when there is none. */
export async function getAgendaScope(
  em: SqlEntityManager,
  clientUserId: string,
): Promise<AgendaScope> {
  const { rows } = await sql<AsText<AgendaScope>>`
    select id as "relationshipId", ${zoneNow("relationship")} as timezone,
           ${wireInstant("clock_now()")} as now
    from relationship where client_user_id = ${clientUserId} and status <> 'ENDED'
  `.execute(em.getKysely());
  const scope = rows[0];
  if (scope === undefined) throw new Refusal("NOT_FOUND");
  return { ...scope, now: new Date(scope.now) };
}

type SourcedTaskRow = TaskRow & Pick<SourcedTask, "source">;

/** Tasks with items of one local day, each with what its source has become. One statement. */
export async function listSourcedTasks(
  em: SqlEntityManager,
  { relationshipId, localDate }: RelationshipDay,
): Promise<readonly SourcedTask[]> {
  const { rows } = await sql<SourcedTaskRow>`/* named: sourced-tasks */
    select ${taskColumns}, coalesce(item.list, '[]') as items, source.json as source
    from agenda_task task
    left join lateral (${itemsOfTask}) item on true
    left join lateral (
      select json_build_object('revision', plan.revision, 'status', assignment.status) as json
      from plan_assignment assignment join plan on plan.id = assignment.plan_id
      where assignment.id = task.source_id
    ) source on true
    where task.relationship_id = ${relationshipId} and task.local_date = ${localDate}::date
    order by task.id
  `.execute(em.getKysely());
  return rows.map(({ source, ...row }) => ({ ...dayTask(row), source }));
}

/** A task by name, and when the coach reviewed its day. */
export interface NamedTask {
  readonly task: DayTask;
  readonly dayReviewedAt: Date | null;
}

/** The tasks with these ids that belong to the relationship, with items, in id order. One statement. */
export async function listNamedTasks(
  em: SqlEntityManager,
  relationshipId: string,
  taskIds: readonly string[],
): Promise<readonly NamedTask[]> {
  const { rows } = await sql<
    TaskRow & { readonly dayReviewedAt: string | null }
  >`/* named: named-tasks */
    select ${taskColumns}, coalesce(item.list, '[]') as items,
      ${wireInstant("day.reviewed_at")} as "dayReviewedAt"
    from agenda_task task
    left join lateral (${itemsOfTask}) item on true
    left join agenda_day day
      on day.relationship_id = task.relationship_id and day.local_date = task.local_date
    where task.id = any(${taskIds}::uuid[]) and task.relationship_id = ${relationshipId}
    order by task.id
  `.execute(em.getKysely());
  return rows.map(({ dayReviewedAt, ...row }) => ({
    task: dayTask(row),
    dayReviewedAt: instant(dayReviewedAt),
  }));
}

/** A task as the day's summary and checksum see it. */
export interface DayTaskState {
  readonly id: string;
  readonly relationshipId: string;
  readonly localDate: string;
  readonly status: TaskStatus;
  readonly revision: number;
}

/** One day of one relationship. */
export interface RelationshipDay {
  readonly relationshipId: string;
  readonly localDate: string;
}

/**
 * Status and revision of every task of some days, of any relationships. One statement, which looks each
 * day up: of a record set the planner assumes 100 rows, for which it would read all tasks there are.
 */
export async function listDayTaskStates(
  em: SqlEntityManager,
  days: readonly RelationshipDay[],
): Promise<readonly DayTaskState[]> {
  const { rows } = await sql<DayTaskState>`/* named: day-task-states */
    select task.id, task.relationship_id as "relationshipId", task.local_date::text as "localDate",
      task.status, task.revision
    from json_to_recordset(${JSON.stringify(days)}::json) as day (
      "relationshipId" uuid, "localDate" date)
    cross join lateral (
      select * from agenda_task
      where relationship_id = day."relationshipId" and local_date = day."localDate"
      offset 0) task
  `.execute(em.getKysely());
  return rows;
}

const taskColumns = sql`
  task.id, task.workspace_id as "workspaceId", task.relationship_id as "relationshipId",
  task.local_date::text as "localDate", task.timezone, task.task_kind as "taskKind",
  task.source_context as "sourceContext", task.source_type as "sourceType",
  task.source_id as "sourceId", task.source_revision as "sourceRevision",
  task.source_child_key as "sourceChildKey", task.source_key as "sourceKey", task.status,
  task.priority, task.sort_key as "sortKey", ${wireInstant("task.starts_at")} as "startsAt",
  ${wireInstant("task.due_at")} as "dueAt", task.snapshot, task.action_schema as "actionSchema",
  task.completion_summary as "completionSummary", task.revision,
  task.changed_by_lineage_id as "changedByLineageId", task.changed_by_kind as "changedByKind",
  task.revision_before_run as "revisionBeforeRun",
  ${wireInstant("task.generated_at")} as "generatedAt",
  ${wireInstant("task.changed_at")} as "changedAt",
  ${wireInstant("task.completed_at")} as "completedAt",
  ${wireInstant("task.canceled_at")} as "canceledAt",
  ${wireInstant("task.superseded_at")} as "supersededAt"`;

const itemsOfTask = sql`
  select json_agg(json_build_object('id', id, 'taskId', task_id, 'relationshipId', relationship_id,
    'localDate', local_date, 'itemKind', item_kind, 'sourceContext', source_context,
    'sourceId', source_id, 'sourceItemKey', source_item_key, 'sortOrder', sort_order,
    'labelSnapshot', label_snapshot, 'amountSnapshot', amount_snapshot,
    'inputSchema', input_schema, 'bulkEligible', bulk_eligible, 'status', status,
    'revision', revision, 'completionSource', completion_source,
    'completedAt', ${wireInstant("completed_at")}, 'skippedAt', ${wireInstant("skipped_at")},
    'latestReceiptId', latest_receipt_id) order by sort_order, id) as list
  from agenda_task_item where task_id = task.id`;

function dayTask({ items, ...row }: TaskRow): DayTask {
  return {
    ...row,
    startsAt: instant(row.startsAt),
    dueAt: instant(row.dueAt),
    generatedAt: new Date(row.generatedAt),
    changedAt: new Date(row.changedAt),
    completedAt: instant(row.completedAt),
    canceledAt: instant(row.canceledAt),
    supersededAt: instant(row.supersededAt),
    items: items.map((item) => ({
      ...item,
      completedAt: instant(item.completedAt),
      skippedAt: instant(item.skippedAt),
    })),
  };
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
