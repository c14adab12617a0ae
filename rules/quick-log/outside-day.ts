import type { WorkingTask } from "../agenda/agenda-task.ts";
import { localDateOf } from "../local-day.ts";

/**
 * Whether a value is of another local day than its task, by corrected clock (docs/rooms/quick-log.md#values): the
 * device's clock was off by as much for the instant that the value is of as for that of its operation.
 *
 * @param offsetMs by how much the device's clock was ahead.
 */
export function isOutsideDay(
  { localDate, timezone }: Pick<WorkingTask, "localDate" | "timezone">,
  recordedAt: Date,
  offsetMs: number,
): boolean {
  return localDateOf(new Date(recordedAt.getTime() - offsetMs), timezone) !== localDate;
}
