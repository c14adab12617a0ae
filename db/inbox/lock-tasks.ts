import { sql } from "kysely";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { records } from "../platform/statements/records.ts";
import { anyOf } from "../platform/statements/sql-parts.ts";
import type { CoachTask } from "./coach-task.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";

/** Tasks of a relationship, with the row locks that scoring needs. One statement. */
export async function lockTasks(
  executor: QueryExecutor,
  relationshipId: string,
  taskIds: readonly string[],
): Promise<readonly CoachTask[]> {
  return await executor.tables
    .selectFrom("coachTask")
    .where("id", "=", anyOf(taskIds))
    .where("relationshipId", "=", relationshipId)
    .selectAll()
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** The new state of a locked task, and its revision in the database. */
export interface LockedTask {
  readonly task: CoachTask;
  readonly revisionBefore: number | undefined;
}

/**
 * Stores locked tasks changed by acts. One statement, or none without tasks.
 *
 * @throws a database error if a task no longer has the revision with which it was read.
 */
export async function writeLockedTasks(
  executor: QueryExecutor,
  locked: readonly LockedTask[],
): Promise<void> {
  if (locked.length === 0) return;
  const rows = locked.map(({ task, revisionBefore }) => Object.assign({ revisionBefore }, task));
  const changed = CHANGED.map(([name]) => name).filter((name) => !KEYS.has(name));
  const statement = sql`
    with updated as (
      update coach_task task set ${sql.join(changed.map((name) => setTo(name)))}
      from ${records(rows, CHANGED)} wanted
      where task.id = wanted.id and task.revision = wanted.revision_before
      returning 1
    )
    select require_rows('coach_task', (select count(*) from updated), ${rows.length}::int)
  `;
  await runNamed(executor, "held-coach-tasks", statement);
}

const setTo = (property: string) => {
  const column = property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return sql`${sql.id(column)} = wanted.${sql.id(column)}`;
};

const KEYS: ReadonlySet<string> = new Set(["id", "revisionBefore"]);

/** The columns that acts change. */
const CHANGED = [
  ["id", "uuid"],
  ["revisionBefore", "int"],
  ["status", "text"],
  ["revision", "int"],
  ["duePart", "int"],
  ["dueAt", "timestamptz"],
  ["dueDayStartsAt", "timestamptz"],
  ["dueOrder", "timestamptz"],
  ["sourceId", "uuid"],
  ["route", "text"],
  ["occurrenceCount", "int"],
  ["summary", "jsonb"],
  ["pinPart", "int"],
  ["clientPart", "int"],
  ["priorityScore", "int"],
  ["scoreChangesAt", "timestamptz"],
  ["snoozedUntil", "timestamptz"],
  ["snoozePreset", "text"],
  ["snoozeReason", "text"],
  ["reopenReason", "text"],
  ["lastSourceEventAt", "timestamptz"],
  ["startedAt", "timestamptz"],
  ["touchedAt", "timestamptz"],
  ["statusBeforeClose", "text"],
  ["resolutionType", "text"],
  ["dismissReason", "text"],
  ["dismissedUntilCount", "int"],
  ["duplicateOf", "uuid"],
  ["linkedActionId", "uuid"],
  ["note", "text"],
  ["closedByUserId", "uuid"],
  ["closedAt", "timestamptz"],
  ["nudgeAt", "timestamptz"],
  ["nudgeNotificationId", "uuid"],
  ["runLineageId", "uuid"],
  ["runBeforeRevision", "int"],
  ["runRevision", "int"],
  ["updatedAt", "timestamptz"],
] as const;
