import { eventually, type EventuallyOptions } from "./eventually.ts";
import type { Stage } from "./stage.ts";

/** While a run of the schedule is under way, another one is not begun. */
const AGAIN_AFTER_MS = 3_000;

/** Runs at once what a schedule would run at its time, until its work is seen. Throws TourFailure at the limit. */
export async function runSchedule<T>(
  { temporal, page }: Stage,
  scheduleId: string,
  { what, ask, ...wanted }: EventuallyOptions<T> & { readonly what: string },
): Promise<T> {
  page.sent(`the schedule ${scheduleId}, before its time`);
  const schedule = temporal.schedule.getHandle(scheduleId);
  let triggeredAt = Number.NEGATIVE_INFINITY;
  const askAfterRun = async () => {
    if (performance.now() - triggeredAt > AGAIN_AFTER_MS) {
      await schedule.trigger();
      triggeredAt = performance.now();
    }
    return await ask();
  };
  return await eventually(what, { ask: askAfterRun, ...wanted });
}
