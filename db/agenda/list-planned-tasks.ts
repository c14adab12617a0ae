import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { DayTask } from "../../rules/agenda/agenda-task.ts";
import type { CompletionSummary } from "../../contract/agenda/schema.ts";
import type { TaskEventReason, TaskStatus } from "../../contract/agenda/vocabulary.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { records } from "../platform/statements/records.ts";
import { holds } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import type { AgendaTaskEvent } from "./agenda-task-event.ts";
import {
  actionSchemaOfTask,
  columnBeside,
  shownSnapshot,
  snapshotOfTask,
} from "./snapshots/queries.ts";
import type { SnapshotKeyOf } from "./snapshots/store-snapshots.ts";
import type { RelationshipDay } from "./queries.ts";

/** The tasks of plan assignments on some days, of any relationships, and whether the client touched them. */
export async function listPlannedTasks(em: SqlEntityManager, days: readonly RelationshipDay[]) {
  const day = records(days, [
    ["relationshipId", "uuid"],
    ["localDate", "date"],
  ]);
  const planned = tables(em)
    .selectFrom(day.as("day"))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("agendaTask as task")
          .select(["id", "relationshipId", "localDate", "taskKind", "sourceKey", "sourceId"])
          .select(["status", "revision", "sourceRevision", "completionSummary", "snoozeCount"])
          .select([snapshotOfTask.as("shown"), actionSchemaOfTask.as("offered")])
          .whereRef("relationshipId", "=", "day.relationshipId")
          .whereRef("localDate", "=", "day.localDate")
          .offset(0)
          .as("task"),
      (join) => join.onTrue(),
    )
    .innerJoin("agendaDay as opened", (join) =>
      join
        .onRef("opened.relationshipId", "=", "task.relationshipId")
        .onRef("opened.localDate", "=", "task.localDate"),
    )
    .innerJoin("planAssignment as assignment", (join) =>
      join
        .onRef("assignment.id", "=", "task.sourceId")
        .onRef("assignment.relationshipId", "=", "task.relationshipId"),
    )
    .select(["task.id", "task.relationshipId", "task.localDate", "task.taskKind", "task.sourceKey"])
    .select(["task.sourceId", "task.status", "task.revision", "task.sourceRevision"])
    .select(["task.completionSummary", "task.snoozeCount"])
    .select(({ ref }) => [
      ref("task.offered", "->").key("form").as("form"),
      ref("task.shown", "->").key("metric").as("metric"),
      ref("task.shown", "->").key("metrics").as("metrics"),
    ])
    .select(["opened.notOffered", "assignment.status as assignmentStatus"])
    .select(({ exists, selectFrom, lit }) =>
      holds(
        exists(
          selectFrom("agendaTaskEvent as event")
            .select(lit(1).as("one"))
            .whereRef("event.taskId", "=", "task.id")
            .where("event.actorKind", "=", "CLIENT"),
        ).or("task.snoozeCount", ">", 0),
      ).as("touched"),
    )
    .orderBy("task.id");
  return await runNamed(em, "planned-tasks", planned);
}

/** A task made by a plan assignment, with the fields that have to agree with it. */
export type PlannedTask = Awaited<ReturnType<typeof listPlannedTasks>>[number];

/** A change that makes a task agree with its source. */
export interface ReconciledChange {
  readonly id: string;
  readonly eventId: string;
  readonly reason: TaskEventReason;
  readonly fromStatus: TaskStatus;
  readonly toStatus: TaskStatus;
  /** The revision that it has before. */
  readonly revision: number;
  /** Metadata for its history, in addition to its revision and the renewed fields. */
  readonly metadata: AgendaTaskEvent["metadata"];
  /** Its new content, under the same id; null if it stays. */
  readonly renewed: DayTask | null;
  /** Its new progress; null if it stays. */
  readonly completionSummary: CompletionSummary | null;
}

/** Changes, and the key under which the snapshot of each renewed task was stored. */
export interface ChangesToStore {
  readonly changes: readonly ReconciledChange[];
  readonly keyOf: SnapshotKeyOf;
}

/** Whether the source has a newer revision, or its program another day: the task is renewed. */
const isNewer = sql`coalesce(wanted.source_revision > task.source_revision
  or wanted.source_child_key <> task.source_child_key, false)`;

/** The changed fields of a task's content, without its items. */
const renewedFields = sql`(
  select coalesce(jsonb_agg(asked.key order by asked.key), '[]')
  from (select ${sql.raw(shownSnapshot("old"))} as snapshot offset 0) former,
    jsonb_each(${sql.raw(shownSnapshot("new"))}) asked
  where asked.key <> 'planId' and asked.value is distinct from former.snapshot -> asked.key)
  || case when new.due_at is distinct from old.due_at then '["dueAt"]'::jsonb else '[]' end`;

/** The columns whose change counts as a change of an item, read from rows with the given alias. */
const itemList = (row: string) =>
  sql.raw(`jsonb_agg(jsonb_build_array(${row}.source_item_key, ${row}.sort_order, ${row}.label_snapshot,
    ${row}.amount_snapshot, ${row}.input_schema, ${row}.bulk_eligible) order by ${row}.source_item_key)`);

const sameItems = sql`(select ${itemList("item")} from item where item.task_id = updated.id)
  is not distinct from (select ${itemList("kept")} from agenda_task_item kept where kept.task_id = updated.id)`;

/**
 * Changes tasks so that they agree with their sources, and adds entries to their history, in one statement. The items
 * of a renewed task are replaced; the client has not touched the task, so no removed item was ticked.
 *
 * Only a newer revision of the source, or another day of a program, counts as a change by others. The history names the
 * changed fields. A task that is withdrawn and restored counts as unchanged.
 *
 * @throws a database error if a task no longer has its revision although the scope is locked.
 */
export async function changeAgreed(
  tx: Tx,
  { changes, keyOf }: ChangesToStore,
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ renewed, ...change }) => ({
    id: change.id,
    event_id: change.eventId,
    reason: change.reason,
    from_status: change.fromStatus,
    to_status: change.toStatus,
    revision: change.revision,
    metadata: change.metadata,
    renewed: renewed !== null,
    source_revision: renewed?.sourceRevision ?? null,
    source_child_key: renewed?.sourceChildKey ?? null,
    priority: renewed?.priority ?? null,
    starts_at: renewed?.startsAt ?? null,
    due_at: renewed?.dueAt ?? null,
    time_critical: renewed?.timeCritical ?? null,
    snapshot_key: renewed === null ? null : keyOf(renewed),
    completion_summary: change.completionSummary,
  }));
  const items = changes.flatMap(({ id, renewed }) =>
    (renewed?.items ?? []).map((item) => ({
      id: item.id,
      task_id: id,
      relationship_id: item.relationshipId,
      local_date: item.localDate,
      item_kind: item.itemKind,
      source_context: item.sourceContext,
      source_id: item.sourceId,
      source_item_key: item.sourceItemKey,
      sort_order: item.sortOrder,
      label_snapshot: item.labelSnapshot,
      amount_snapshot: item.amountSnapshot,
      input_schema: item.inputSchema,
      bulk_eligible: item.bulkEligible,
    })),
  );
  const statement = sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        id uuid, event_id uuid, reason text, from_status text, to_status text, revision int,
        metadata jsonb, renewed boolean, source_revision int, source_child_key text, priority int, starts_at timestamptz, due_at timestamptz,
        time_critical boolean, snapshot_key uuid, completion_summary jsonb)
    ), updated as (
      update agenda_task task
      set status = wanted.to_status, revision = task.revision + 1,
          foreign_revision = case when ${isNewer} then task.revision + 1 else task.foreign_revision end,
          revision_before_run = case when ${isNewer} then task.revision else task.revision_before_run end,
          changed_by_lineage_id = case when ${isNewer} then null else task.changed_by_lineage_id end,
          changed_by_kind = case when ${isNewer} or wanted.reason = 'SOURCE_CHANGED' then 'COACH'
            else 'SYSTEM' end,
          changed_at = ${now},
          canceled_at = case when wanted.to_status = 'CANCELED' then ${now}::timestamptz end,
          source_revision = coalesce(wanted.source_revision, task.source_revision),
          source_child_key = coalesce(wanted.source_child_key, task.source_child_key),
          priority = coalesce(wanted.priority, task.priority),
          starts_at = case when wanted.renewed then wanted.starts_at else task.starts_at end,
          due_at = case when wanted.renewed then wanted.due_at else task.due_at end,
          time_critical = coalesce(wanted.time_critical, task.time_critical),
          snapshot_key = coalesce(wanted.snapshot_key, task.snapshot_key),
          snapshot = case when wanted.renewed then ${columnBeside("snapshot")} else task.snapshot end,
          action_schema = case when wanted.renewed then ${columnBeside("action_schema")} else task.action_schema end,
          completion_summary = coalesce(wanted.completion_summary, task.completion_summary)
      from wanted where task.id = wanted.id and task.revision = wanted.revision
      returning task.id, task.relationship_id, task.revision,
        case when new.source_revision > old.source_revision or new.source_child_key <> old.source_child_key
          then ${renewedFields} end as fields
    ), item as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as row (
        id uuid, task_id uuid, relationship_id uuid, local_date date, item_kind text,
        source_context text, source_id uuid, source_item_key text, sort_order int,
        label_snapshot text, amount_snapshot text, input_schema jsonb, bulk_eligible boolean)
    ), gone as (
      delete from agenda_task_item kept using wanted
      where kept.task_id = wanted.id and wanted.renewed and not exists (
        select from item
        where item.task_id = kept.task_id and item.source_item_key = kept.source_item_key)
    ), put as (
      insert into agenda_task_item as kept (id, task_id, relationship_id, local_date, item_kind,
        source_context, source_id, source_item_key, sort_order, label_snapshot, amount_snapshot,
        input_schema, bulk_eligible, status, revision)
      select item.*, 'PENDING', 1 from item order by task_id, source_item_key
      on conflict (task_id, source_item_key) do update
      set source_id = excluded.source_id, sort_order = excluded.sort_order,
          label_snapshot = excluded.label_snapshot, amount_snapshot = excluded.amount_snapshot,
          input_schema = excluded.input_schema, bulk_eligible = excluded.bulk_eligible,
          revision = kept.revision + 1
    ), event as (
      insert into agenda_task_event (id, task_id, relationship_id, from_status, to_status, reason,
        actor_kind, metadata, occurred_at)
      select wanted.event_id, updated.id, updated.relationship_id, wanted.from_status,
        wanted.to_status, wanted.reason, 'SYSTEM',
        wanted.metadata || jsonb_build_object('revision', updated.revision)
          || case when updated.fields is null then '{}' else jsonb_build_object('changedFields',
            updated.fields || case when ${sameItems} then '[]' else '["items"]'::jsonb end) end,
        ${now}
      from wanted join updated using (id)
    )
    select require_rows('agenda_task', (select count(*) from updated), ${rows.length}::int)
  `;
  await runNamed(tx, "reconciled-tasks", statement);
}
