import { continueAsNew, proxyActivities } from "@temporalio/workflow";
import type { PlaceText } from "../../activities/agenda/look-at-calendars.ts";
import type { ProductActivities } from "../product-activities.ts";

const agenda = proxyActivities<ProductActivities>({
  startToCloseTimeout: "15s",
  retry: { maximumAttempts: 3 },
  summary: "open the days that have begun",
});

/** Slices of one run: with its history this long, a new run goes on. */
const MOST_SLICES = 200;

/** Where a run begins, and what those before it did. */
export interface TurnDaysRun {
  readonly after: PlaceText | null;
  readonly openedCount: number;
}

/**
 * The scheduled workflow `turn-days` (docs/rules.md#agenda-look): looks at the calendars that are due, slice by
 * slice, and ends with a slice that is not full. It acts on what the tables say, not on the time it was scheduled
 * for.
 *
 * @returns how many days were opened.
 */
export async function turnDays(
  run: TurnDaysRun = { after: null, openedCount: 0 },
): Promise<number> {
  let { openedCount } = run;
  let after: PlaceText | null = run.after;
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const looked = await agenda.lookAtCalendars({ after });
    openedCount += looked.openedCount;
    ({ after } = looked);
    if (after === null) return openedCount;
  }
  return await continueAsNew<typeof turnDays>({ after, openedCount });
}
