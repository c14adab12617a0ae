import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";

/** When the newest occurrence that each of some tasks covers was accepted. One statement. */
export async function listCoveredUntil(
  executor: QueryExecutor,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await executor.tables
    .selectFrom("coachTaskOccurrence")
    .where("taskId", "=", anyOf(taskIds))
    .select("taskId")
    .select(({ fn }) => fn.max<Date>("acceptedAt").as("coveredUntil"))
    .groupBy("taskId")
    .execute();
  return new Map(rows.map(({ taskId, coveredUntil }) => [taskId, coveredUntil]));
}
