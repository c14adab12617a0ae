import { WITHDRAWN_TASK_STATUSES, type TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import type { ImportValue } from "../../../contract/quick-log/import-schema.ts";
import { IMPORTABLE_METRICS } from "../../../contract/quick-log/import-vocabulary.ts";
import type { WorkingTask } from "../../agenda/agenda-task.ts";
import {
  importedValue,
  manualValue,
  valueWithImport,
  type ImportedValue,
} from "../../agenda/imported-value.ts";
import { isNumeric, taskMetric } from "../../agenda/task-metric.ts";
import type { TaskState } from "../types.ts";
import { inForceOf, type ImportEntry } from "./import-entry.ts";

/** The new entry of an import, and the existing entry that it repeats, if any. */
export interface MadeEntry {
  readonly entry: ImportEntry;
  readonly repeats: ImportEntry | null;
}

/**
 * The entry of an import. Repeating the entry in force changes nothing; neither does repeating one that was not in
 * force and still is not.
 */
export function importEntry(
  known: readonly ImportEntry[],
  payload: ImportValue,
  made: { readonly id: string; readonly withinDay: boolean },
): MadeEntry {
  const { sourceType, value, sourceDevice, userEntered } = payload;
  const entry: ImportEntry = {
    ...made,
    sourceType,
    value,
    sourceDevice,
    userEntered,
    windowStart: new Date(payload.windowStart),
    windowEnd: new Date(payload.windowEnd),
    supersedesId: null,
  };
  const former = inForceOf(known, sourceType);
  const isInForce = inForceOf([...known, entry], sourceType) === entry;
  const twin = known.findLast((other) => isEqualImport(other, entry)) ?? null;
  const repeats = !isInForce || twin === former ? twin : null;
  return { entry: { ...entry, supersedesId: isInForce ? (former?.id ?? null) : null }, repeats };
}

function isEqualImport(one: ImportEntry, other: ImportEntry): boolean {
  return (
    one.sourceType === other.sourceType &&
    one.value === other.value &&
    one.sourceDevice === other.sourceDevice &&
    one.userEntered === other.userEntered &&
    one.windowStart.getTime() === other.windowStart.getTime() &&
    one.windowEnd.getTime() === other.windowEnd.getTime()
  );
}

const WITHDRAWN: readonly TaskStatus[] = WITHDRAWN_TASK_STATUSES;

/** Whether a task takes its day's value from imports of a metric; not on a closed day. */
export function servesTask(
  { task, dayClosedAt }: TaskState,
  { metricKind, localDate }: Pick<ImportValue, "metricKind" | "localDate">,
): boolean {
  const isOf = importedMetric(task.snapshot) === metricKind && task.localDate === localDate;
  return isOf && dayClosedAt === null && !WITHDRAWN.includes(task.status);
}

/** The metric of a task as phone stores report it, in their unit; null for any other metric. */
export function importedMetric(
  snapshot: Pick<WorkingTask["snapshot"], "metric" | "metrics">,
): string | null {
  const metric = taskMetric(snapshot);
  if (metric === null || !isNumeric(metric)) return null;
  return IMPORTABLE_METRICS[metric.metricKind]?.unit === metric.unit ? metric.metricKind : null;
}

/**
 * A task with its day's import, or unchanged if the import is not new. Only value and revision change, as on the
 * close of its day. No value becomes stale and the task is not begun, since the client did nothing. The last author
 * and time of change stay. The source may still change or cancel it.
 */
export function withImported(state: TaskState, imported: ImportedValue | null): TaskState {
  const { task } = state;
  const { value: before } = task.completionSummary;
  if (isSame(importedValue(before), imported)) return state;
  const value = valueWithImport(manualValue(before), imported);
  return {
    ...state,
    task: {
      ...task,
      completionSummary: { ...task.completionSummary, value },
      revision: task.revision + 1,
    },
  };
}

function isSame(one: ImportedValue | null, other: ImportedValue | null): boolean {
  return one?.entryId === other?.entryId;
}
