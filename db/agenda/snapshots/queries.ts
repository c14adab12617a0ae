import { sql } from "kysely";
import type { StoredActionSchema, TaskSnapshot } from "../../../contract/agenda/schema.ts";

/**
 * SQL of the snapshot of a task, by the alias of its row. Most tasks name it by its key; older ones have it in a column
 * of their own. It is a lookup for each task: the cached plan of a join, made while the table is small, would scan it.
 */
export function shownSnapshot(row: string): string {
  return `coalesce(${row}.snapshot, (
    select shown.snapshot from agenda_task_snapshot shown where shown.key = ${row}.snapshot_key limit 1))`;
}

/** The snapshot of the row `task`. */
export const snapshotOfTask = sql.raw<TaskSnapshot>(shownSnapshot("task"));

/** The actions that the row `task` offers, cast up from their stored version: the only way to read them. */
export const actionSchemaOfTask = sql<StoredActionSchema>`case when task.action_schema is null
  then (select action_schema_as_read(shown.action_schema) from agenda_task_snapshot shown
    where shown.key = task.snapshot_key limit 1)
  else action_schema_as_read(task.action_schema) end`;

/** The actions of the row `task` if it is an older task with a column of its own; null otherwise. */
export const ownActionSchema = sql<StoredActionSchema | null>`case when task.action_schema is not null
  then action_schema_as_read(task.action_schema) end`;

/**
 * SQL of a column of older tasks, for a row with the snapshot `wanted.snapshot_key`. It is null, unless processes of the
 * previous release may read the row (docs/operations.md#deploy-a-release).
 */
export const columnBeside = (column: "action_schema" | "snapshot") =>
  sql.raw<null>(`case when (select fills_columns from agenda_snapshot_setting) then (
    select shown.${column} from agenda_task_snapshot shown where shown.key = wanted.snapshot_key) end`);

/** Joins both to the row `task` with one lookup, as `content`; its columns are null for older tasks. */
export const joinedContent = sql`left join lateral (
  select shown.snapshot, action_schema_as_read(shown.action_schema) as action_schema
  from agenda_task_snapshot shown where shown.key = task.snapshot_key limit 1) content on true`;

/** The snapshot of the row `task`, joined to its `content`. */
export const joinedSnapshot = sql<TaskSnapshot>`coalesce(task.snapshot, content.snapshot)`;

/** The actions that the row `task` offers, joined to its `content`. */
export const joinedActionSchema = sql<StoredActionSchema>`case when task.action_schema is null
  then content.action_schema else action_schema_as_read(task.action_schema) end`;
