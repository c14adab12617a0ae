import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { records } from "../../platform/statements/records.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";

/** A submitted form that a task covers and nobody has reviewed. */
export interface OpenSubmission {
  readonly taskId: string;
  readonly submissionId: string;
  readonly acceptedAt: Date;
}

/** The open submissions of some tasks, oldest first. One statement, or none without tasks. */
export async function listOpenSubmissions(
  executor: QueryExecutor,
  taskIds: readonly string[],
): Promise<readonly OpenSubmission[]> {
  if (taskIds.length === 0) return [];
  return await executor.tables
    .selectFrom("coachTaskOccurrence")
    .where("taskId", "=", anyOf(taskIds))
    .where("sourceKind", "=", "FORM")
    .where("reviewedAt", "is", null)
    .select(["taskId", "occurrenceKey as submissionId", "acceptedAt"])
    .orderBy("acceptedAt")
    .orderBy("occurrenceKey")
    .execute();
}

/** Marks submissions as reviewed; their tasks are locked. One statement, or none. */
export async function markSubmissionsReviewed(
  executor: QueryExecutor,
  reviewed: readonly Omit<OpenSubmission, "acceptedAt">[],
  reviewedAt: Date,
): Promise<void> {
  if (reviewed.length === 0) return;
  await executor.tables
    .updateTable("coachTaskOccurrence")
    .from(records(reviewed, REVIEWED).as("reviewed"))
    .whereRef("coachTaskOccurrence.taskId", "=", "reviewed.taskId")
    .whereRef("coachTaskOccurrence.occurrenceKey", "=", "reviewed.submissionId")
    .set({ reviewedAt })
    .execute();
}

const REVIEWED = [
  ["taskId", "uuid"],
  ["submissionId", "text"],
] as const;
