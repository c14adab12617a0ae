import type { QuickLogIntent } from "../../../contract/quick-log/payload-schema.ts";
import type { WantedValues } from "../../../db/quick-log/load-values.ts";
import type { WorkingTask } from "../../../rules/agenda/agenda-task.ts";
import type { ValueEntry } from "../../../rules/agenda/day-value.ts";
import { manualValue } from "../../../rules/agenda/imported-value.ts";
import { taskMetric } from "../../../rules/agenda/task-metric.ts";
import { storedNewestValue } from "../../../rules/quick-log/newest-value.ts";
import type { PastOperation } from "../../../rules/quick-log/types.ts";

/**
 * Values that are read with the locks: those of tasks with undos, before it is known what they undo. They are one
 * newest value more than there are undos, and the values of the instants that the payloads name.
 */
export function valuesAtOnce(intents: readonly QuickLogIntent[]): readonly WantedValues[] {
  const byTask = Map.groupBy(intents, ({ payload }) => payload.taskId);
  return [...byTask].flatMap(([taskId, ofTask]) => {
    const undos = ofTask.filter(({ actionKind }) => actionKind === "UNDO").length;
    return undos === 0 ? [] : [{ taskId, newest: 1 + undos, moments: momentsOf(ofTask), ids: [] }];
  });
}

/**
 * The values that are known only from tasks and undone operations. These are what the undone operations recorded, and
 * what other changes of a task depend on, unless its row suffices.
 */
export function valuesAfterwards(batch: ValuedBatch): readonly WantedValues[] {
  const atOnce = new Set(batch.atOnce.map(({ taskId }) => taskId));
  const undone = Map.groupBy(batch.past, ({ taskId }) => taskId);
  const intents = Map.groupBy(batch.intents, ({ payload }) => payload.taskId);
  return batch.tasks.flatMap((task) => {
    const { id: taskId, snapshot, completionSummary } = task;
    if (taskMetric(snapshot) === null) return [];
    const ids = (undone.get(taskId) ?? []).flatMap(({ effects }) => effects.valueEntryId ?? []);
    const isEmpty = (manualValue(completionSummary.value)?.entryCount ?? 0) === 0;
    const moments = momentsOf(intents.get(taskId) ?? []);
    const isRead = atOnce.has(taskId) || isEmpty || isKnown(task, { batch, ids, moments });
    if (isRead) return ids.length === 0 ? [] : [{ taskId, newest: 0, moments: [], ids }];
    return [{ taskId, newest: 1, moments, ids }];
  });
}

/** A batch and its tasks, once they are read. */
export interface ValuedBatch {
  readonly tasks: readonly WorkingTask[];
  readonly intents: readonly QuickLogIntent[];
  /** The operations that its undos name. */
  readonly past: readonly PastOperation[];
  /** The values that were read with the tasks. */
  readonly atOnce: readonly WantedValues[];
  /** Local days that the batch has imports for. */
  readonly importDates: readonly string[];
}

/** Whether the task's row replaces its values: nothing is undone, imported, or recorded twice. */
function isKnown(
  task: WorkingTask,
  { batch, ids, moments }: Pick<WantedValues, "ids" | "moments"> & { readonly batch: ValuedBatch },
): boolean {
  if (ids.length > 0 || batch.importDates.includes(task.localDate)) return false;
  return storedNewestValue(task, moments) !== null;
}

/** The newest value of a task whose values are not read, if it has any. */
export function knownValues(task: WorkingTask): readonly ValueEntry[] {
  const newest = storedNewestValue(task, []);
  return newest === null ? [] : [newest];
}

/** Values of tasks, in the order they were accepted. */
type ValuesByTask = ReadonlyMap<string, readonly ValueEntry[]>;

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

/** The instants of values that a phone may not record twice. */
function momentsOf(intents: readonly QuickLogIntent[]): readonly string[] {
  return intents.flatMap((intent) =>
    intent.actionKind === "RECORD_VALUE" ? [intent.payload.recordedAt] : [],
  );
}
