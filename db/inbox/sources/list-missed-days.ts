import type { MissedDay } from "../../../rules/inbox/sources/check-in-cases.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import type { SourceQuery } from "./source-query.ts";

/** Days with check-ins missed since the last completed one. */
export async function listMissedDays(
  executor: QueryExecutor,
  { relationshipIds, now }: SourceQuery,
): Promise<readonly MissedDay[]> {
  const since = new Date(now.getTime() - MISSES_MS).toISOString().slice(0, 10);
  return await executor.tables
    .selectFrom("agendaTask as missed")
    .innerJoin("agendaDay as day", (join) =>
      join
        .onRef("day.relationshipId", "=", "missed.relationshipId")
        .onRef("day.localDate", "=", "missed.localDate"),
    )
    .where("missed.relationshipId", "=", anyOf(relationshipIds))
    .where("missed.localDate", ">", since)
    .where("missed.taskKind", "=", "CHECK_IN")
    .where("missed.status", "=", "MISSED")
    .where("day.notOffered", "=", false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("agendaTask as done")
            .whereRef("done.relationshipId", "=", "missed.relationshipId")
            .whereRef("done.localDate", ">=", "missed.localDate")
            .where("done.taskKind", "=", "CHECK_IN")
            .where("done.status", "=", "COMPLETED")
            .select("done.id"),
        ),
      ),
    )
    .groupBy(["missed.relationshipId", "missed.localDate", "day.closedAt"])
    .select(["missed.relationshipId", "missed.localDate", "day.closedAt"])
    .orderBy("missed.localDate")
    .execute();
}

/** How far back missed check-ins are counted. */
const MISSES_MS = 366 * 86_400_000;
