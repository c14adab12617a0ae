import type { AgendaTaskAnswer } from "../../contract/agenda/schema.ts";
import type { TodayAnswer } from "../../contract/agenda/today-schema.ts";
import type { Core } from "../core.ts";
import { taskLabel } from "../outbox/load-task.ts";
import type { Statement } from "../ports/sql.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import { dayLabel, type StoredDay } from "./load-day.ts";

/**
 * Statements that store a day as it was read (docs/rooms/device.md#reading). Tasks of other days are deleted, unless an
 * open operation refers to them. A task is never replaced by an older revision.
 */
export async function storeDay(
  core: Core,
  scope: ScopeRow,
  { answer, readAt }: DayAsRead,
): Promise<readonly Statement[]> {
  const { tasks, ...day } = answer;
  const store = { rows: core.rows, scope, readAt };
  const dayRow = await dayStatement(store, day);
  if (tasks === undefined) return [dayRow];
  const rows = tasks.map((task, position) => taskStatement(store, task, position));
  return [...(await Promise.all(rows)), ...forgetOthers(scope, day.localDate, tasks), dayRow];
}

/** A day, and when its answer arrived (milliseconds since 1970). */
export interface DayAsRead {
  readonly answer: TodayAnswer;
  readonly readAt: number;
}

/** Where and when a task is stored. */
export interface DayStore extends Pick<Core, "rows"> {
  readonly scope: ScopeRow;
  readonly readAt: number;
}

async function dayStatement(
  { rows, scope: { scopeId, cacheKey }, readAt }: DayStore,
  day: StoredDay,
): Promise<Statement> {
  const { localDate } = day;
  return {
    sql: `insert into snapshot (scope_id, kind, id, local_date, read_at, body) values (?, 'day', ?, ?, ?, ?)
      on conflict (scope_id, kind, id) do update set read_at = excluded.read_at, body = excluded.body`,
    params: [
      scopeId,
      localDate,
      localDate,
      readAt,
      await rows.seal(cacheKey, dayLabel(localDate), day),
    ],
  };
}

/**
 * Stores a task, unless a newer revision is stored or a purge order closed the scope.
 *
 * @param position in the day; null for a task that was read alone, which keeps its former place.
 */
export async function taskStatement(
  { rows, scope: { scopeId, cacheKey }, readAt }: DayStore,
  task: AgendaTaskAnswer,
  position: number | null,
): Promise<Statement> {
  const { taskId, revision, localDate } = task;
  return {
    sql: `insert into snapshot (scope_id, kind, id, revision, local_date, position, read_at, body)
      select scope_id, 'task', ?, ?, ?, ?, ?, ? from cache_scope
      where scope_id = ? and cache_key = ? and status not in ('SEALED', 'PURGING')
      on conflict (scope_id, kind, id) do update set revision = excluded.revision,
        local_date = excluded.local_date, position = coalesce(excluded.position, snapshot.position),
        read_at = excluded.read_at, body = excluded.body
      where excluded.revision >= snapshot.revision`,
    params: [
      taskId,
      revision,
      localDate,
      position,
      readAt,
      await rows.seal(cacheKey, taskLabel(taskId), task),
      scopeId,
      cacheKey,
    ],
  };
}

/** An operation without a verdict, or a refused one that the person has not resolved. */
const OPEN = `status in ('QUEUED', 'SYNCING') or status in ('REJECTED', 'CONFLICTED') and not exists (
  select 1 from sync_operation later where later.resubmit_of = sync_operation.client_operation_id)`;

/** Deletes other days, and tasks that the server does not list. */
function forgetOthers(
  { scopeId }: ScopeRow,
  localDate: string,
  tasks: readonly AgendaTaskAnswer[],
): readonly Statement[] {
  const listed = JSON.stringify(tasks.map(({ taskId }) => taskId));
  return [
    {
      sql: `delete from snapshot where scope_id = ? and kind = 'day' and id <> ?`,
      params: [scopeId, localDate],
    },
    {
      sql: `delete from snapshot where scope_id = ? and kind = 'task'
        and id not in (select value from json_each(?))
        and id not in (select object_id from sync_operation
          where scope_id = ? and object_id is not null and (${OPEN}))`,
      params: [scopeId, listed, scopeId],
    },
    {
      sql: `delete from optimistic where scope_id = ? and kind = 'task'
        and id not in (select id from snapshot where scope_id = ? and kind = 'task')`,
      params: [scopeId, scopeId],
    },
  ];
}
