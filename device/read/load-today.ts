import type { TaskState } from "../../rules/quick-log/types.ts";
import type { Core } from "../core.ts";
import { acceptedLabel, loadTask } from "../outbox/load-task.ts";
import type { OptimisticTask } from "../outbox/optimistic-task.ts";
import type { Row } from "../ports/sql.ts";
import { bytesIn, textIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import { loadDay } from "./load-day.ts";
import type { AcceptedTask, ExpectedTask, Plane, Today, TodayTask } from "./types.ts";

/** The day that was read last, with its waiting and refused operations; null if none was read. */
export async function loadToday(core: Core, scope: ScopeRow): Promise<Today | null> {
  const { sql } = core.ports;
  const params = [scope.scopeId];
  const [day, tasks, pending] = await Promise.all([
    loadDay(core, scope),
    sql.read({ sql: TASKS, params: [...params, ...params] }),
    sql.read({ sql: PENDING, params }),
  ]);
  if (day === null) return null;
  const byTask = groupByTask(pending);
  const shown = await Promise.all(tasks.map((row) => todayTask({ core, scope, byTask }, row)));
  return {
    localDate: day.content.localDate,
    timezone: day.content.timezone,
    readAt: day.readAt,
    tasks: shown.filter((task) => task !== null),
    adherencePercent: day.content.adherenceSummary.adherencePercent,
  };
}

/** Tasks of the newest day, in the server's order. */
const TASKS = `
  select id, body from snapshot
  where scope_id = ? and kind = 'task'
    and local_date = (select max(id) from snapshot where scope_id = ? and kind = 'day')
  order by position`;

/** Operations that the accepted tasks do not show: those without a verdict, not read yet, or refused and unresolved. */
const PENDING = `
  select operation.client_operation_id, operation.object_id, operation.status
  from sync_operation operation
  join snapshot task on task.scope_id = operation.scope_id and task.kind = 'task' and task.id = operation.object_id
  left join sync_receipt receipt on receipt.client_operation_id = operation.client_operation_id
  where operation.scope_id = ?
    and (operation.status in ('QUEUED', 'SYNCING')
      or operation.status = 'ACCEPTED' and receipt.accepted_revision > task.revision
      or operation.status in ('REJECTED', 'CONFLICTED') and not exists (
        select 1 from sync_operation later where later.resubmit_of = operation.client_operation_id))
  order by operation.local_sequence`;

interface Pending {
  readonly waiting: number;
  readonly notYetRead: number;
  readonly refused: readonly string[];
}

const NOTHING_PENDING: Pending = { waiting: 0, notYetRead: 0, refused: [] };

function groupByTask(rows: readonly Row[]): ReadonlyMap<string, Pending> {
  const byTask = new Map<string, Pending>();
  for (const row of rows) {
    const taskId = textIn(row, "object_id");
    const { waiting, notYetRead, refused } = byTask.get(taskId) ?? NOTHING_PENDING;
    const status = row["status"];
    const isWaiting = status === "QUEUED" || status === "SYNCING";
    byTask.set(taskId, {
      waiting: waiting + (isWaiting ? 1 : 0),
      notYetRead: notYetRead + (status === "ACCEPTED" ? 1 : 0),
      refused:
        isWaiting || status === "ACCEPTED"
          ? refused
          : [...refused, textIn(row, "client_operation_id")],
    });
  }
  return byTask;
}

interface DayShown {
  readonly core: Core;
  readonly scope: ScopeRow;
  readonly byTask: ReadonlyMap<string, Pending>;
}

async function todayTask({ core, scope, byTask }: DayShown, row: Row): Promise<TodayTask | null> {
  const taskId = textIn(row, "id");
  const opened = await core.rows.open(scope.cacheKey, acceptedLabel(taskId), bytesIn(row, "body"));
  if (opened === null) return null;
  const { waiting, notYetRead, refused } = byTask.get(taskId) ?? NOTHING_PENDING;
  const expected = waiting + notYetRead === 0 ? null : await loadTask(core, scope, taskId);
  return {
    taskId,
    accepted: opened.content,
    expected: expected === null ? null : expectedOf(expected, opened.content),
    waiting,
    refused,
  };
}

/** A field that differs from the accepted task comes from what waits; no accepted field is changed. */
function expectedOf({ state, sure }: OptimisticTask, accepted: AcceptedTask): ExpectedTask {
  const { task, items }: TaskState = state;
  const value = task.completionSummary.value?.current ?? null;
  const statuses = new Map(accepted.items.map(({ itemId, status }) => [itemId, status]));
  return {
    status: task.status,
    statusPlane: planeOf(task.status, accepted.status),
    items: items.map(({ id, status }) => ({
      itemId: id,
      status,
      plane: planeOf(status, statuses.get(id)),
    })),
    value,
    valuePlane: planeOf(value, accepted.completionSummary.value?.current ?? null),
    sure,
  };
}

function planeOf(shown: unknown, accepted: unknown): Plane {
  return shown === accepted ? "ACCEPTED" : "WAITING";
}
