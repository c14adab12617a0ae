import { sql } from "kysely";
import type { DayTask } from "../../rules/agenda/agenda-task.ts";
import type { Tx } from "../transact.ts";

/** A task about to be stored, with the id of the first entry of its history. */
export interface NewTask {
  readonly task: DayTask;
  readonly eventId: string;
}

/**
 * Stores tasks with their items and the first entry of their history in one statement. A task whose
 * source was materialised for that day already is passed over, its items too.
 *
 * @returns ids of the tasks that were really stored.
 */
export async function insertTasks(tx: Tx, tasks: readonly NewTask[]): Promise<readonly string[]> {
  if (tasks.length === 0) return [];
  const rows = tasks.map(({ task, eventId }) => ({ ...task, items: undefined, eventId }));
  const items = tasks.flatMap(({ task }) => task.items);
  const stored = await sql<{ id: string }>`/* named: new-agenda-tasks */
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as row (
        id uuid, "workspaceId" uuid, "relationshipId" uuid, "localDate" date, timezone text,
        "taskKind" text, "sourceContext" text, "sourceType" text, "sourceId" uuid,
        "sourceRevision" int, "sourceChildKey" text, "sourceKey" text, status text, priority int,
        "sortKey" text, "startsAt" timestamptz, "dueAt" timestamptz, snapshot jsonb,
        "actionSchema" jsonb, "completionSummary" jsonb, revision int, "changedByLineageId" uuid,
        "changedByKind" text, "revisionBeforeRun" int, "generatedAt" timestamptz,
        "changedAt" timestamptz, "eventId" uuid)
    ), task as (
      insert into agenda_task (id, workspace_id, relationship_id, local_date, timezone, task_kind,
        source_context, source_type, source_id, source_revision, source_child_key, source_key,
        status, priority, sort_key, starts_at, due_at, snapshot, action_schema,
        completion_summary, revision, changed_by_lineage_id, changed_by_kind, revision_before_run,
        generated_at, changed_at)
      select id, "workspaceId", "relationshipId", "localDate", timezone, "taskKind",
        "sourceContext", "sourceType", "sourceId", "sourceRevision", "sourceChildKey", "sourceKey",
        status, priority, "sortKey", "startsAt", "dueAt", snapshot, "actionSchema",
        "completionSummary", revision, "changedByLineageId", "changedByKind", "revisionBeforeRun",
        "generatedAt", "changedAt"
      from wanted order by "relationshipId", "localDate", "taskKind", "sourceKey"
      on conflict on constraint agenda_task_source_unique do nothing
      returning id
    ), item as (
      insert into agenda_task_item (id, task_id, relationship_id, local_date, item_kind,
        source_context, source_id, source_item_key, sort_order, label_snapshot, amount_snapshot,
        input_schema, bulk_eligible, status, revision)
      select item.id, item."taskId", item."relationshipId", item."localDate", item."itemKind",
        item."sourceContext", item."sourceId", item."sourceItemKey", item."sortOrder",
        item."labelSnapshot", item."amountSnapshot", item."inputSchema", item."bulkEligible",
        item.status, item.revision
      from json_to_recordset(${JSON.stringify(items)}::json) as item (
        id uuid, "taskId" uuid, "relationshipId" uuid, "localDate" date, "itemKind" text,
        "sourceContext" text, "sourceId" uuid, "sourceItemKey" text, "sortOrder" int,
        "labelSnapshot" text, "amountSnapshot" text, "inputSchema" jsonb, "bulkEligible" boolean,
        status text, revision int)
      join task on task.id = item."taskId"
    ), event as (
      insert into agenda_task_event (id, task_id, relationship_id, to_status, reason, actor_kind,
        metadata, occurred_at)
      select "eventId", id, "relationshipId", status, 'MATERIALIZED', "changedByKind", '{}', "changedAt"
      from wanted join task using (id)
    )
    select id from task
  `.execute(tx.getKysely());
  return stored.rows.map(({ id }) => id);
}
