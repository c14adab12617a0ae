import { proxyActivities } from "@temporalio/workflow";
import type { ProductActivities } from "../product-activities.ts";

const agenda = proxyActivities<ProductActivities>({
  startToCloseTimeout: "15s",
  retry: { maximumAttempts: 3 },
  summary: "make the tasks of local days that have begun",
});

/** Slices of one run; what is left over is found by the next. */
const MOST_SLICES = 200;

/**
 * The scheduled workflow `materialise-day`: relationships whose local day has begun get its tasks,
 * slice by slice. It acts on what the tables say, not on the time it was scheduled for.
 *
 * @returns how many tasks were made.
 */
export async function materialiseDay(): Promise<number> {
  let taskCount = 0;
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const made = await agenda.materialiseDueDays();
    taskCount += made.taskCount;
    if (!made.full) break;
  }
  return taskCount;
}
