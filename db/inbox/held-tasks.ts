import { sql } from "kysely";
import type { QueryExecutor } from "../pipeline.ts";
import { records } from "../records.ts";
import { anyOf } from "../sql-parts.ts";
import type { CoachTask } from "./coach-task.ts";

/** Tasks of a relationship, held with their rows as whoever scores them does. One statement. */
export async function holdTasks(
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

/** A held task as it will be, and the revision that it has until then. */
export interface HeldTask {
  readonly task: CoachTask;
  readonly revisionBefore: number | undefined;
}

/**
 * Brings held tasks to what acts have made of them. One statement, and none for nothing.
 *
 * @throws a fault of the database when a task no longer has the revision it was read with.
 */
export async function writeHeldTasks(
  executor: QueryExecutor,
  held: readonly HeldTask[],
): Promise<void> {
  if (held.length === 0) return;
  const rows = held.map(({ task, revisionBefore }) => Object.assign({ revisionBefore }, task));
  const changed = CHANGED.map(([name]) => name).filter((name) => !KEYS.has(name));
  await sql`/* named: held-coach-tasks */
    with updated as (
      update coach_task task set ${sql.join(changed.map((name) => setTo(name)))}
      from ${records(rows, CHANGED)} wanted
      where task.id = wanted.id and task.revision = wanted.revision_before
      returning 1
    )
    select require_rows('coach_task', (select count(*) from updated), ${rows.length}::int)
  `.execute(executor);
}

const setTo = (property: string) => {
  const column = property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return sql`${sql.id(column)} = wanted.${sql.id(column)}`;
};

const KEYS: ReadonlySet<string> = new Set(["id", "revisionBefore"]);

/** What acts change of a task. */
const CHANGED = [
  ["id", "uuid"],
  ["revisionBefore", "int"],
  ["status", "text"],
  ["revision", "int"],
  ["duePart", "int"],
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
  ["runLineageId", "uuid"],
  ["runBeforeRevision", "int"],
  ["runRevision", "int"],
  ["updatedAt", "timestamptz"],
] as const;
