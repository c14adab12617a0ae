import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { records } from "../../platform/statements/records.ts";
import { requireRows } from "../../platform/statements/sql-parts.ts";

/**
 * Stores which reports of falls off track were reviewed; an earlier report moves nothing back. One statement, or none.
 * The caller has locked the scopes; each relationship at most once.
 */
export async function writeReviewedFalls(
  executor: QueryExecutor,
  falls: readonly ReviewedFall[],
): Promise<void> {
  if (falls.length === 0) return;
  const reviewed = executor.tables
    .with("reviewed", (from) =>
      from
        .updateTable("progressTrend as trend")
        .from(records(falls, REVIEWED).as("wanted"))
        .set(({ fn, ref }) => ({
          reviewedFallAt: fn<Date>("greatest", [
            ref("trend.reviewedFallAt"),
            ref("wanted.reviewedFallAt"),
          ]),
        }))
        .whereRef("trend.relationshipId", "=", "wanted.relationshipId")
        .returning("trend.relationshipId"),
    )
    .selectNoFrom(({ fn, selectFrom }) => {
      const written = selectFrom("reviewed").select(fn.countAll<number>().as("count"));
      return requireRows("progress_trend", written, falls.length).as("written");
    });
  await executor.named("reviewed-falls", reviewed);
}

/** A reviewed fall of a client off track. */
export interface ReviewedFall {
  readonly relationshipId: string;
  /** When the fall was reported (`told_at`). */
  readonly reviewedFallAt: Date;
}

const REVIEWED = [
  ["relationshipId", "uuid"],
  ["reviewedFallAt", "timestamptz"],
] as const;
