import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import type { WantedValues } from "../../db/quick-log/load-values.ts";
import type { ValueEntry } from "../../rules/agenda/day-value.ts";
import type { WorkingTask } from "../../rules/agenda/agenda-task.ts";
import { manualValue } from "../../rules/agenda/imported-value.ts";
import { taskMetric } from "../../rules/agenda/task-metric.ts";
import type { PastOperation } from "../../rules/quick-log/types.ts";

/**
 * Values that can be read before the operations are judged, because the payloads name them. They are one newest value
 * more than there are undos, and the values of the instants that the payloads name.
 */
export function valuesAtOnce(intents: readonly QuickLogIntent[]): readonly WantedValues[] {
  const byTask = Map.groupBy(intents.filter(touchesValues), ({ payload }) => payload.taskId);
  return [...byTask].map(([taskId, ofTask]) => ({
    taskId,
    newest: 1 + ofTask.filter(({ actionKind }) => actionKind === "UNDO").length,
    moments: ofTask.flatMap((intent) =>
      intent.actionKind === "RECORD_VALUE" ? [intent.payload.recordedAt] : [],
    ),
    ids: [],
  }));
}

/** Values of tasks, in the order they were accepted. */
type ValuesByTask = ReadonlyMap<string, readonly ValueEntry[]>;

/**
 * The values that are known only from tasks and undone operations. These are what the undone operations recorded, and
 * the newest value of tasks without a loaded one, because each change recomputes the day's value.
 */
export function valuesAfterwards(
  tasks: readonly WorkingTask[],
  past: readonly PastOperation[],
  atOnce: readonly WantedValues[],
): readonly WantedValues[] {
  const taskIds = new Set(atOnce.map(({ taskId }) => taskId));
  const undone = Map.groupBy(past, ({ taskId }) => taskId);
  return tasks.flatMap(({ id: taskId, snapshot, completionSummary }) => {
    if (taskMetric(snapshot) === null) return [];
    const ids = (undone.get(taskId) ?? []).flatMap(({ effects }) => effects.valueEntryId ?? []);
    const isEmpty = (manualValue(completionSummary.value)?.entryCount ?? 0) === 0;
    const newest = taskIds.has(taskId) || isEmpty ? 0 : 1;
    return ids.length + newest === 0 ? [] : [{ taskId, newest, moments: [], ids }];
  });
}

/** All loaded values of a task, without duplicates. */
export function mergedValues(
  taskId: string,
  atOnce: ValuesByTask,
  afterwards: ValuesByTask,
): readonly ValueEntry[] {
  const more = afterwards.get(taskId) ?? [];
  const values = atOnce.get(taskId) ?? [];
  if (more.length === 0) return values;
  const byId = new Map([...values, ...more].map((entry) => [entry.id, entry]));
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function touchesValues({ actionKind }: QuickLogIntent): boolean {
  return actionKind === "RECORD_VALUE" || actionKind === "UNDO";
}
