import { continueAsNew, proxyActivities } from "@temporalio/workflow";
import type { RebuildDaysInput } from "../../activities/agenda/rebuild-days.ts";
import type { ProductActivities } from "../product-activities.ts";

const agenda = proxyActivities<ProductActivities>({
  startToCloseTimeout: "60s",
  retry: { maximumAttempts: 20, maximumInterval: "30s" },
  summary: "compute the sums of days anew",
});

/** Calls of one run: with its history this long, a new run goes on. */
const MOST_CALLS = 200;

/** Where a run begins, and what those before it did. */
export interface RebuildDaysRun extends RebuildDaysInput {
  readonly dayCount: number;
  readonly relationshipCount: number;
}

/** What a rebuild did. */
export type RebuildReport = Pick<RebuildDaysRun, "dayCount" | "relationshipCount">;

const FROM_THE_FIRST: RebuildDaysRun = {
  after: null,
  only: null,
  dayCount: 0,
  relationshipCount: 0,
};

/**
 * The workflow `rebuild-days`, which an operator starts: the sums of all days computed anew from their tasks.
 * Wherever it is stopped, it may be started again: it gives the same sums.
 */
export async function rebuildDays(run: RebuildDaysRun = FROM_THE_FIRST): Promise<RebuildReport> {
  const { only } = run;
  let { after, dayCount, relationshipCount } = run;
  for (let call = 0; call < MOST_CALLS; call += 1) {
    const rebuilt = await agenda.rebuildDays({ after, only });
    ({ after } = rebuilt);
    dayCount += rebuilt.dayCount;
    relationshipCount += rebuilt.relationshipCount;
    if (rebuilt.done) return { dayCount, relationshipCount };
  }
  return await continueAsNew<typeof rebuildDays>({ after, only, dayCount, relationshipCount });
}
