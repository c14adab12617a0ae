import { continueAsNew, proxyActivities } from "@temporalio/workflow";
import type { FailedRebuild, RebuildDaysInput } from "../../activities/agenda/rebuild-days.ts";
import type { ProductActivities } from "../product-activities.ts";

const agenda = proxyActivities<ProductActivities>({
  startToCloseTimeout: "60s",
  retry: { maximumAttempts: 20, maximumInterval: "30s" },
  summary: "compute the sums of days anew",
});

/** Calls of one run: with its history this long, a new run goes on. */
const MOST_CALLS = 200;
/** Relationships that failed and are named, at most; all of them are counted. */
const MOST_NAMED = 100;

/** Where a run begins, and what those before it did. */
export interface RebuildDaysRun extends RebuildDaysInput {
  readonly dayCount: number;
  readonly relationshipCount: number;
  /** Relationships that failed by themselves. */
  readonly failedCount: number;
  /** The first of them. */
  readonly failed: readonly FailedRebuild[];
}

/** What a rebuild did. */
export type RebuildReport = Omit<RebuildDaysRun, keyof RebuildDaysInput>;

const FROM_THE_FIRST: RebuildDaysRun = {
  after: null,
  only: null,
  dayCount: 0,
  relationshipCount: 0,
  failedCount: 0,
  failed: [],
};

/**
 * The workflow `rebuild-days`, which an operator starts: the sums of all days computed anew from their tasks.
 * Wherever it is stopped, it may be started again: it gives the same sums. A relationship that fails stops no other,
 * and is named in the end.
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
