import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { anyOf } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** The deadlines of the given tasks of these relationships, and the facts that their actors display. One statement. */
export async function listWaitingTasks(
  executor: QueryExecutor,
  {
    taskIds,
    relationshipIds,
  }: { readonly taskIds: readonly string[]; readonly relationshipIds: readonly string[] },
) {
  return await executor.tables
    .selectFrom("coachTask")
    .where("id", "=", anyOf(taskIds))
    .where("relationshipId", "=", anyOf(relationshipIds))
    .select(["id", "workspaceId", "relationshipId", "taskType", "status", "severity"])
    .select(["snoozedUntil", "dueAt", "goalAt", "startedAt", "touchedAt", "lateToldAt"])
    .select(["nudgeAt", "nudgeNotificationId"])
    .execute();
}

/** The relationships of tasks, each once. One statement. */
export async function listRelationshipsOfTasks(
  tx: Tx,
  taskIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await tables(tx)
    .selectFrom("coachTask")
    .where("id", "=", anyOf(taskIds))
    .select("relationshipId")
    .distinct()
    .execute();
  return rows.map(({ relationshipId }) => relationshipId);
}
