import { WITHDRAWN_TASK_STATUSES, type TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import { isOpen } from "../../../contract/agenda/order.ts";
import type { ImportValue } from "../../../contract/quick-log/import-schema.ts";
import {
  importedValue,
  manualValue,
  valueWithImport,
  type ImportedValue,
} from "../../agenda/imported-value.ts";
import { isNumeric, taskMetric } from "../../agenda/task-metric.ts";
import type { TaskState } from "../quick-log-state.ts";
import { standingOf, type ImportEntry } from "./import-entry.ts";

/** What an import makes beside those of its day, and which of these says the same already, if one does. */
export interface MadeEntry {
  readonly entry: ImportEntry;
  readonly repeats: ImportEntry | null;
}

/** The entry of an import. What stands may be said again, and what does not stand either time: both change nothing. */
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
  const standing = standingOf(known, sourceType);
  const stands = standingOf([...known, entry], sourceType) === entry;
  const twin = known.findLast((other) => saysTheSame(other, entry)) ?? null;
  const repeats = !stands || twin === standing ? twin : null;
  return { entry: { ...entry, supersedesId: stands ? (standing?.id ?? null) : null }, repeats };
}

function saysTheSame(one: ImportEntry, other: ImportEntry): boolean {
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

/** Whether a task takes its day's value from imports of a metric: one of a closed day does no more. */
export function servesTask(
  { task, dayClosedAt }: TaskState,
  { metricKind, localDate, unit }: Pick<ImportValue, "metricKind" | "localDate" | "unit">,
): boolean {
  const metric = taskMetric(task.snapshot);
  if (metric === null || !isNumeric(metric)) return false;
  const isOf = metric.metricKind === metricKind && metric.unit === unit;
  return (
    isOf && task.localDate === localDate && dayClosedAt === null && !WITHDRAWN.includes(task.status)
  );
}

/**
 * A task with what is imported of its day, or as it was where that is nothing new. Only its revision grows, as by the
 * close of its day: nobody's value is stale for it.
 */
export function withImported(
  state: TaskState,
  imported: ImportedValue | null,
  now: Date,
): TaskState {
  const { task } = state;
  const { value: before } = task.completionSummary;
  if (isSame(importedValue(before), imported)) return state;
  const value = valueWithImport(manualValue(before), imported);
  const open = value === null ? "PENDING" : "IN_PROGRESS";
  return {
    ...state,
    task: {
      ...task,
      status: isOpen(task.status) ? open : task.status,
      completionSummary: { ...task.completionSummary, value },
      revision: task.revision + 1,
      changedAt: now,
    },
  };
}

function isSame(one: ImportedValue | null, other: ImportedValue | null): boolean {
  return one?.entryId === other?.entryId;
}
