import type { WorkingTask } from "../agenda/agenda-task.ts";
import { localDateOf } from "../local-day.ts";

/**
 * Whether a value belongs to another local day than its task, by corrected clock (docs/rooms/quick-log.md#values).
 * The device's clock error at the value's instant is taken to be that of its operation.
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
