import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import type { SourceQuery } from "./source-query.ts";

/** Reviewed days of the relationships, from the first day that is queried. */
export async function listDayReviews(
  executor: QueryExecutor,
  { relationshipIds, from }: SourceQuery,
) {
  const rows = await executor.tables
    .selectFrom("agendaDay")
    .where("relationshipId", "=", anyOf(relationshipIds))
    .where("localDate", ">=", from)
    .where("lastReviewedAt", "is not", null)
    .select(["relationshipId", "localDate", "lastReviewedAt as reviewedAt"])
    .execute();
  return rows.flatMap(({ reviewedAt, ...row }) =>
    reviewedAt === null ? [] : { ...row, reviewedAt },
  );
}
