import type { MeasuredValue } from "../../contract/agenda/metric-schema.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { adherenceMetadata } from "../../rules/agenda/adherence.ts";
import type { TaskState } from "../../rules/quick-log/types.ts";
import type { RecordedTime } from "../../rules/sync/correct-clock.ts";

/** When an operation was made, with flags for an implausible time, or an implausible day of its value. */
export function clockColumns(
  { at, localDate, confidence, flags: ofClock }: RecordedTime,
  isOutside: boolean,
) {
  const flags = isOutside ? [...ofClock, "OUTSIDE_DAY" as const] : ofClock;
  return {
    corrected_at: at,
    recorded_on: localDate,
    clock_confidence: confidence,
    clock_flags: flags.length === 0 ? null : flags,
  };
}

/** Puts a value into the column of its type. */
export function typedValue(value: MeasuredValue | null) {
  return {
    numeric_value: typeof value === "number" ? value : null,
    text_value: typeof value === "string" ? value : null,
    boolean_value: typeof value === "boolean" ? value : null,
  };
}

/** The task's present score. Late evidence has its own reason, stored next to the reason of a skip. */
export function eventMetadata(state: TaskState, skipReason: SkipReason | null, isLate: boolean) {
  const { task, items, dayNotOffered: notOffered } = state;
  const reasons = items.length === 0 ? [skipReason] : items.map((item) => item.skipReason);
  const skipReasons = reasons.filter((reason) => reason !== null);
  const { completedItemCount, itemCount } = task.completionSummary;
  return {
    taskRevision: task.revision,
    ...adherenceMetadata({ ...task, skipReasons, notOffered }),
    doneCount: completedItemCount,
    allCount: itemCount,
    ...(isLate && skipReason !== null && { skipReason }),
  };
}
