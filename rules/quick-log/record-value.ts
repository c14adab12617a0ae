import type { RecordValue } from "../../contract/quick-log/schema.ts";
import type { VerdictCode } from "../../contract/sync/vocabulary.ts";
import { countedEntries, type ValueEntry } from "../agenda/day-value.ts";
import { changeTask } from "./change-task.ts";
import { refuseFor } from "./judge-task.ts";
import type { QuickLogAction, QuickLogOutcome, TaskState } from "./quick-log-state.ts";

/**
 * Records a manual value. Values that add up stand side by side, one per moment; a value that replaces
 * supersedes the one that stood before and leaves its row untouched (docs/rules.md#quick-log-records).
 */
export function recordValue(
  state: TaskState,
  action: QuickLogAction,
  payload: RecordValue,
): QuickLogOutcome {
  const metric = state.task.snapshot.metric;
  if (metric === null) return refused(state, "ACTION_NOT_OFFERED");
  if (payload.metricKind !== metric.metricKind || payload.unit !== metric.unit)
    return refused(state, "METRIC_MISMATCH");
  if (payload.value < metric.min || payload.value > metric.max)
    return refused(state, "VALUE_OUT_OF_RANGE");
  const recordedAt = new Date(payload.recordedAt);
  const counted = countedEntries(state.values);
  if (metric.mode === "ACCUMULATE" && counted.some((entry) => isAt(entry, recordedAt)))
    return refused(state, "VALUE_DUPLICATE_TIMESTAMP");
  const replaced = metric.mode === "REPLACE" ? counted.at(-1) : undefined;
  return changeTask(state, action, {
    newValue: {
      id: action.receiptId,
      value: payload.value,
      recordedAt,
      supersedesId: replaced?.id ?? null,
      restatesId: null,
      superseded: false,
    },
  });
}

function isAt(entry: ValueEntry, instant: Date): boolean {
  return entry.recordedAt.getTime() === instant.getTime();
}

function refused(state: TaskState, code: VerdictCode): QuickLogOutcome {
  return { kind: "REFUSED", refused: refuseFor(state, code, "STALE") };
}
