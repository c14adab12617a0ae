import type { SkippedQuestionnaire } from "../../../rules/inbox/sources/questionnaire-cases.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import type { SourceQuery } from "./source-query.ts";

/** Postponed onboarding questionnaires. */
export async function listSkippedQuestionnaires(
  executor: QueryExecutor,
  { relationshipIds }: SourceQuery,
): Promise<readonly SkippedQuestionnaire[]> {
  const rows = await executor.tables
    .selectFrom("onboardingTask as task")
    .innerJoin("onboardingInstance as instance", "instance.id", "task.instanceId")
    .where("instance.relationshipId", "=", anyOf(relationshipIds))
    .where("task.status", "=", "SKIPPED_FOR_NOW")
    .select(["instance.relationshipId", "task.id as taskId", "task.skippedAt"])
    .execute();
  return rows.flatMap(({ skippedAt, ...row }) => (skippedAt === null ? [] : { ...row, skippedAt }));
}
