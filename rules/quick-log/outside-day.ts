import type { WorkingTask } from "../agenda/agenda-task.ts";
import { localDateOf } from "../local-day.ts";

/** The instants of an operation that records a value. */
export interface RecordedInstants {
  /** What the value is of, by the device's clock. */
  readonly recordedAt: Date;
  /** When it was logged, by the device's clock and corrected. */
  readonly clientRecordedAt: Date;
  readonly correctedAt: Date;
}

/**
 * Whether a value is of another local day than its task, by corrected clock (docs/rules.md#quick-log-values): the
 * device's clock was off by as much for the one instant as for the other.
 */
export function isOutsideDay(
  { localDate, timezone }: Pick<WorkingTask, "localDate" | "timezone">,
  { recordedAt, clientRecordedAt, correctedAt }: RecordedInstants,
): boolean {
  const offset = clientRecordedAt.getTime() - correctedAt.getTime();
  return localDateOf(new Date(recordedAt.getTime() - offset), timezone) !== localDate;
}
