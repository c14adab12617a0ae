import { eventually, type EventuallyOptions } from "./eventually.ts";
import type { Stage } from "./stage.ts";

/** Triggers a schedule immediately, until its work is visible. Throws TourFailure after the timeout. */
export async function runSchedule<T>(
  { temporal, page }: Stage,
  scheduleId: string,
  { what, ask, ...wanted }: EventuallyOptions<T> & { readonly what: string },
): Promise<T> {
  page.sent(`the schedule ${scheduleId}, triggered early`);
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

/** Pause between attempts, because a run does not start while another one runs. */
const AGAIN_AFTER_MS = 3_000;
