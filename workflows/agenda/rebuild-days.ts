import { continueAsNew, proxyActivities } from "@temporalio/workflow";
import type { FailedRebuild, RebuildDaysInput } from "../../activities/agenda/rebuild-days.ts";
import type { ProductActivities } from "../product-activities.ts";

/**
 * The workflow `rebuild-days`, started by an operator: recomputes the sums of all days from their tasks. It may be
 * stopped and restarted anywhere, because it always computes the same sums. A relationship that fails does not stop the
 * others and is named in the result.
 */
export async function rebuildDays(run: RebuildDaysRun = FROM_THE_FIRST): Promise<RebuildReport> {
  const { only, ...begun } = run;
  let { after, ...report } = begun;
  for (let call = 0; call < MOST_CALLS; call += 1) {
    const rebuilt = await agenda.rebuildDays({ after, only });
    ({ after } = rebuilt);
    report = {
      dayCount: report.dayCount + rebuilt.dayCount,
      relationshipCount: report.relationshipCount + rebuilt.relationshipCount,
      failedCount: report.failedCount + rebuilt.failed.length,
      failed: [...report.failed, ...rebuilt.failed].slice(0, MOST_NAMED),
    };
    if (rebuilt.done) return report;
  }
  return await continueAsNew<typeof rebuildDays>({ after, only, ...report });
}

const agenda = proxyActivities<ProductActivities>({
  startToCloseTimeout: "60s",
  retry: { maximumAttempts: 20, maximumInterval: "30s" },
  summary: "recompute the sums of days",
});

/** Calls of one run; with a longer history, a new run continues. */
const MOST_CALLS = 200;
/** Maximum number of failed relationships that are named; all are counted. */
const MOST_NAMED = 100;

/** Start of a run, and the totals of the runs before it. */
export interface RebuildDaysRun extends RebuildDaysInput {
  readonly dayCount: number;
  readonly relationshipCount: number;
  /** Number of relationships that failed individually. */
  readonly failedCount: number;
  /** The first of them. */
  readonly failed: readonly FailedRebuild[];
}

/** Result of a rebuild. */
export type RebuildReport = Omit<RebuildDaysRun, keyof RebuildDaysInput>;

const FROM_THE_FIRST: RebuildDaysRun = {
  after: null,
  only: null,
  dayCount: 0,
  relationshipCount: 0,
  failedCount: 0,
  failed: [],
};
