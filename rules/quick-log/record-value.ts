import type { RecordValue } from "../../contract/quick-log/schema.ts";
import type { VerdictCode } from "../../contract/sync/vocabulary.ts";
import type { Metric } from "../../contract/agenda/metric-schema.ts";
import { countedEntries, type ValueEntry } from "../agenda/day-value.ts";
import { isNumeric, taskMetric } from "../agenda/task-metric.ts";
import { changeTask } from "./change-task.ts";
import { refuseFor } from "./judge-task.ts";
import { judgeValue } from "./judge-value.ts";
import { refuseValue, type ValueFault } from "./steps/value-fault.ts";
import type { QuickLogAction, QuickLogOutcome, TaskState } from "./types.ts";

/**
 * Records a manual value. Accumulating values are kept side by side, one per moment and phone. A replacing value
 * supersedes the former one and leaves its row untouched (docs/rooms/quick-log.md#records).
 */
export function recordValue(
  state: TaskState,
  action: QuickLogAction,
  payload: RecordValue,
): QuickLogOutcome {
  const metric = taskMetric(state.task.snapshot);
  if (metric === null) return refused(state, "ACTION_NOT_OFFERED");
  const code = judgeValue(metric, payload);
  if (code !== null)
    return {
      kind: "REFUSED",
      refused: refuseValue(state, action, valueFault(metric, payload, code)),
    };
  const recordedAt = new Date(payload.recordedAt);
  const counted = countedEntries(state.values);
  const own = counted.filter((entry) => isOwn(entry, action));
  if (metric.mode === "ACCUMULATE" && own.some((entry) => isAt(entry, recordedAt)))
    return refused(state, "VALUE_DUPLICATE_TIMESTAMP");
  const replaced = metric.mode === "REPLACE" ? counted.at(-1) : undefined;
  return changeTask(state, action, {
    newValue: {
      id: action.receiptId,
      value: payload.value,
      lineageId: action.lineageId,
      recordedAt,
      supersedesId: replaced?.id ?? null,
      restatesId: null,
      superseded: false,
    },
  });
}

/** Where the payload differs from what the metric takes. */
function valueFault(metric: Metric, payload: RecordValue, code: VerdictCode): ValueFault {
  if (code === "METRIC_MISMATCH")
    return { code, pointer: payload.metricKind === metric.metricKind ? "/unit" : "/metricKind" };
  const pointer = "/value";
  if (code !== "VALUE_OUT_OF_RANGE") return { code, pointer };
  if (!isNumeric(metric)) return { code, pointer, fault: "TOO_LONG" };
  return { code, pointer, range: { min: metric.min, max: metric.max, unit: metric.unit } };
}

/** Two phones may record the same instant; only a repeat by one phone is a mistake. */
function isOwn({ lineageId }: ValueEntry, action: QuickLogAction): boolean {
  return lineageId === null || lineageId === action.lineageId;
}

function isAt(entry: ValueEntry, instant: Date): boolean {
  return entry.recordedAt.getTime() === instant.getTime();
}

function refused(state: TaskState, code: VerdictCode): QuickLogOutcome {
  return { kind: "REFUSED", refused: refuseFor(state, code, "STALE") };
}
