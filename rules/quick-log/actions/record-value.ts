import type { QuickLogPayloads } from "../../../contract/quick-log/payload-schema.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import type { Metric } from "../../../contract/agenda/metric-schema.ts";
import { countedEntries, type ValueEntry } from "../../agenda/day-value.ts";
import { isNumeric, taskMetric } from "../../agenda/task-metric.ts";
import { changeTask, type WantedChange } from "../change-task.ts";
import { refuseFor } from "../judge-task.ts";
import { judgeValue } from "../judge-value.ts";
import { refuseValue, type ValueFault } from "../steps/value-fault.ts";
import type { PastOperation, QuickLogAction, QuickLogOutcome, TaskState } from "../types.ts";
import { valueFields } from "../revision/written-fields.ts";
import { statusBefore } from "./take-back.ts";
import type { ActionRules } from "./types.ts";

/**
 * Records a manual value. Accumulating values are kept side by side, one per moment and phone. A replacing value
 * supersedes the former one and leaves its row untouched (docs/rooms/quick-log.md#records).
 */
export const recordValue: ActionRules<"RECORD_VALUE"> = {
  decide: decideValue,
  undo: takeBackValue,
  writeSet: valueFields,
  suits: ({ snapshot }, payload) => {
    const metric = taskMetric(snapshot);
    return metric !== null && judgeValue(metric, payload) === null;
  },
};

type RecordValue = QuickLogPayloads["RECORD_VALUE"];

function decideValue(
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

/**
 * The entry that takes a value back: it supersedes the undone entry and restates that entry's predecessor, or nothing.
 * The value of an undone correction is in force again through the entry that undid it.
 *
 * @returns null if a later entry replaced it.
 */
function takeBackValue(
  state: TaskState,
  target: PastOperation,
  action: QuickLogAction,
): WantedChange | null {
  const { valueEntryId } = target.effects;
  const undone = countedEntries(state.values).find(
    ({ id, restatesId }) => id === valueEntryId || restatesId === valueEntryId,
  );
  if (valueEntryId === null || undone === undefined) return null;
  const recorded = state.values.find(({ id }) => id === valueEntryId);
  const before = state.values.find(({ id }) => id === recorded?.supersedesId);
  return {
    status: statusBefore(state, target),
    newValue: {
      id: action.receiptId,
      value: before?.value ?? null,
      lineageId: action.lineageId,
      recordedAt: before?.recordedAt ?? undone.recordedAt,
      supersedesId: undone.id,
      restatesId: before === undefined ? null : (before.restatesId ?? before.id),
      superseded: false,
    },
  };
}

function refused(state: TaskState, code: VerdictCode): QuickLogOutcome {
  return { kind: "REFUSED", refused: refuseFor(state, code, "STALE") };
}
