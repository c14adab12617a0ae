import type { SourceQuery } from "../../db/inbox/sources/source-query.ts";
import type { QueryExecutor } from "../../db/platform/pipeline/pipeline.ts";
import { listCountedSkips } from "../../db/quick-log/settlement.ts";
import type { OpenSkip } from "../../rules/inbox/sources/skip-cases.ts";
import { addDays } from "../../rules/local-day.ts";
import { SKIP_WINDOW_DAYS } from "../../rules/quick-log/route-skips.ts";

/** Skips in force, as quick-log counts them. */
export async function listOpenSkips(
  executor: QueryExecutor,
  { relationshipIds, now, from }: SourceQuery,
): Promise<readonly OpenSkip[]> {
  const last = addDays(now.toISOString().slice(0, 10), AHEAD_DAYS);
  const spans = relationshipIds.map((relationshipId) => ({ relationshipId, first: from, last }));
  return await listCountedSkips(executor, spans, {
    windowDays: SKIP_WINDOW_DAYS - 1,
    settling: [],
  });
}

/** No time zone is more than one date ahead of UTC; two leaves a margin. */
const AHEAD_DAYS = 2;
