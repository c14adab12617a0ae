import type { FallenTrend } from "../../../rules/inbox/sources/trend-cases.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import type { SourceQuery } from "./source-query.ts";

/** Clients who are off track, once that was reported and until a coach reviews the report. */
export async function listFallenTrends(
  executor: QueryExecutor,
  { relationshipIds }: SourceQuery,
): Promise<readonly FallenTrend[]> {
  const rows = await executor.tables
    .selectFrom("progressTrend as trend")
    .where("trend.relationshipId", "=", anyOf(relationshipIds))
    .whereRef("trend.toldAt", ">=", "trend.fellAt")
    .where(({ eb, or, ref }) =>
      or([
        eb("trend.reviewedFallAt", "is", null),
        eb("trend.reviewedFallAt", "<", ref("trend.toldAt")),
      ]),
    )
    .select(["trend.relationshipId", "trend.toldAt"])
    .select(({ selectFrom }) =>
      selectFrom("agendaDay as day")
        .whereRef("day.relationshipId", "=", "trend.relationshipId")
        .whereRef("day.closedAt", "<=", "trend.toldAt")
        .select("day.localDate")
        .orderBy("day.localDate", "desc")
        .limit(1)
        .as("localDate"),
    )
    .execute();
  return rows.flatMap(({ toldAt, ...row }) => (toldAt === null ? [] : { ...row, toldAt }));
}
