import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { QuickLogHistoryItem } from "../../contract/quick-log/history-schema.ts";
import type { QuickLogEffects } from "../../rules/quick-log/types.ts";
import { UNDO_WINDOW_HOURS } from "../../contract/quick-log/vocabulary.ts";
import { snapshotOfTask } from "../agenda/snapshots/queries.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { prepareQuery, type Slots } from "../platform/pipeline/prepare-query.ts";
import { batchOf } from "../platform/statements/receipt-range.ts";
import { anyOf, clockNow } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import { wireInstant } from "../platform/transactions/transact.ts";
import { cameAfterClose, effectsOf, typedValue } from "./effects-of.ts";
import { zoneNow } from "../relationships/zone-now.ts";

/** Selects a page of the history for a coach; days are local to the relationship. */
export interface HistoryQuery {
  readonly relationshipId: string;
  readonly from: string;
  readonly to: string;
  readonly taskKind: string | null;
  readonly status: string | null;
  readonly itemId: string | null;
  /** Last item of the previous page. */
  readonly after: { readonly localDate: string; readonly receiptId: string } | null;
  readonly limit: number;
}

/** An operation as the coach reads it; its adherence follows from its effects. */
export interface HistoryRow extends Omit<QuickLogHistoryItem, "adherence"> {
  /** Null if refused, and for an import. */
  readonly effects: QuickLogEffects | null;
}

/** SQL of a field of the metric of a task with its `content`; a measurement has a list with a single metric. */
const metricOf = (field: "metricKind" | "unit") =>
  sql.raw<string | null>(
    `coalesce(content.snapshot #>> '{metric,${field}}', content.snapshot #>> '{metrics,0,${field}}')`,
  );

/**
 * A page of a relationship's quick-log operations, newest day first, each with the items it changed and the value it
 * recorded. One statement.
 */
export async function listQuickLogHistory(
  em: SqlEntityManager,
  query: HistoryQuery,
): Promise<readonly HistoryRow[]> {
  const { after } = query;
  const statement = sql<HistoryRow>`
    select operation.receipt_id as "receiptId", sent.device_id as "deviceId", operation.task_id as "taskId",
      task.task_kind as "taskKind", content.snapshot ->> 'title' as "taskTitle",
      operation.local_date::text as "localDate", operation.action_kind as "actionKind",
      operation.scope, operation.status, operation.rejection_code as "rejectionCode",
      operation.reason, operation.note,
      operation.expected_task_revision as "expectedTaskRevision",
      operation.accepted_task_revision as "acceptedTaskRevision",
      undoing.receipt_id is not null as undone,
      coalesce(sent.admitted_at <= day.last_reviewed_at, false) or (day.undo_closed_at is not null
        and sent.admitted_at + make_interval(hours => ${UNDO_WINDOW_HOURS}) <= clock_now()) as final,
      operation.task_id is not null and ${cameAfterClose("operation")}
        and operation.action_kind <> 'UNDO' as "cameLate",
      ${wireInstant("operation.client_recorded_at")} as "clientRecordedAt",
      case when operation.corrected_at is not null then json_build_object(
        'correctedAt', ${wireInstant("operation.corrected_at")},
        'recordedOn', operation.recorded_on, 'confidence', operation.clock_confidence,
        'flags', coalesce(operation.clock_flags, '{}')) end as clock,
      ${wireInstant("sent.admitted_at")} as "decidedAt", moved.items,
      case when operation.source_type is not null then json_build_object(
        'entryId', operation.receipt_id,
        'metricKind', coalesce(operation.metric_kind, ${metricOf("metricKind")}),
        'value', ${typedValue("operation")},
        'unit', coalesce(operation.unit, ${metricOf("unit")}),
        'sourceType', operation.source_type, 'sourceDevice', operation.source_device,
        'recordedAt', ${wireInstant("operation.recorded_at")},
        'flags', coalesce(operation.clock_flags, '{}'),
        'supersedesEntryId', operation.supersedes_id, 'restatesEntryId', operation.restates_id,
        'supersededByEntryId', (select later.receipt_id from quick_log_operation later
          where later.supersedes_id = operation.receipt_id limit 1)) end as value,
      case when operation.status = 'ACCEPTED' and operation.task_id is not null
        then ${effectsOf("operation")} end as effects
    from quick_log_operation operation
    join sync_batch sent on sent.id = ${batchOf("operation.receipt_id")}
    left join agenda_task task on task.id = operation.task_id
    cross join lateral (select ${snapshotOfTask} as snapshot offset 0) content
    left join agenda_day day on day.relationship_id = operation.relationship_id
      and day.local_date = operation.local_date
    left join lateral (
      select later.receipt_id from quick_log_operation later
      where later.undoes_receipt_id = operation.receipt_id limit 1
    ) undoing on true
    cross join lateral (
      select coalesce(json_agg(json_build_object('itemId', item.id, 'label', item.label_snapshot,
        'from', effect ->> 'from', 'to', effect ->> 'to', 'values', effect -> 'values') order by item.sort_order), '[]') as items
      from jsonb_array_elements(coalesce(operation.effects -> 'items', '[]')) effect
      join agenda_task_item item on item.id = (effect ->> 'itemId')::uuid
    ) moved
    where operation.relationship_id = ${query.relationshipId}
      and operation.local_date between ${query.from}::date and ${query.to}::date
      and (${query.taskKind}::text is null or task.task_kind = ${query.taskKind})
      and (${query.status}::text is null or operation.status = ${query.status})
      and (${query.itemId}::uuid is null
           or operation.item_id = ${query.itemId}::uuid
           or operation.effects -> 'items' @> jsonb_build_array(jsonb_build_object('itemId', ${query.itemId}::uuid)))
      and (${after === null} or (operation.local_date, operation.receipt_id)
           < (${after?.localDate ?? null}::date, ${after?.receiptId ?? null}::uuid))
    order by operation.local_date desc, operation.receipt_id desc
    limit ${query.limit}
  `;
  return await runNamed(em, "quick-log-history", statement);
}

/** The day of a client's task, or null if they cannot reach such a task. */
export async function findTaskDay(
  executor: QueryExecutor,
  taskId: string,
  clientUserId: string,
): Promise<{ readonly relationshipId: string; readonly localDate: string } | null> {
  const [found] = await taskDays(executor, { taskId, clientUserId });
  return found ?? null;
}

interface OwnTask {
  readonly taskId: string;
  readonly clientUserId: string;
}

const taskDays = prepareQuery("task-day", (from, slot: Slots<OwnTask>) =>
  from
    .selectFrom("agendaTask as task")
    .innerJoin("relationship", "relationship.id", "task.relationshipId")
    .innerJoin("coachWorkspace as workspace", "workspace.id", "relationship.workspaceId")
    .select(["task.relationshipId", "task.localDate"])
    .where("task.id", "=", slot("taskId"))
    .where("relationship.clientUserId", "=", slot("clientUserId"))
    .where("relationship.status", "<>", "ENDED")
    .where("workspace.status", "=", "ACTIVE"),
);

/** The relationship that a client's own routes serve, with its newest day. */
export interface OwnScope {
  readonly relationshipId: string;
  readonly timezone: string;
  /** Null without a calendar. */
  readonly openedDate: string | null;
  readonly now: Date;
  readonly epoch: string;
  readonly restoredAt: Date | null;
}

/** The one open relationship of a client, or null if they can reach none. */
export async function findOwnScope(
  em: SqlEntityManager,
  clientUserId: string,
): Promise<OwnScope | null> {
  const scope = await tables(em)
    .selectFrom("relationship")
    .innerJoin("coachWorkspace as workspace", "workspace.id", "relationship.workspaceId")
    .innerJoin("relationshipScope as scope", "scope.relationshipId", "relationship.id")
    .leftJoin("relationshipCalendar as calendar", "calendar.relationshipId", "relationship.id")
    .select(["relationship.id as relationshipId", zoneNow("relationship").as("timezone")])
    .select(["calendar.localDate as openedDate", clockNow.as("now")])
    .select(["scope.epoch", "scope.restoredAt"])
    .where("relationship.clientUserId", "=", clientUserId)
    .where("relationship.status", "<>", "ENDED")
    .where("workspace.status", "=", "ACTIVE")
    .executeTakeFirst();
  return scope ?? null;
}

/** The local days of tasks, ordered by id. */
export async function listTaskDates(
  em: SqlEntityManager,
  taskIds: readonly string[],
): Promise<readonly { readonly taskId: string; readonly localDate: string }[]> {
  const dates = tables(em)
    .selectFrom("agendaTask")
    .select(["id as taskId", "localDate"])
    .where("id", "=", anyOf(taskIds))
    .orderBy("id");
  return await runNamed(em, "task-dates", dates);
}
