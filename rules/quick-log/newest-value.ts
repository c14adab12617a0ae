import type { WorkingTask } from "../agenda/agenda-task.ts";
import { countedEntries, type ValueEntry } from "../agenda/day-value.ts";
import { taskMetric } from "../agenda/task-metric.ts";
import type { TaskState } from "./types.ts";

/**
 * The newest value in force as the task's row knows it, or null if the values must be read
 * (docs/rooms/quick-log.md#values). It has the sum of the values before it, so that no others are left.
 *
 * @param moments instants at which the client records values. A value is refused if the same phone recorded one at its
 * instant; none was recorded after the last.
 */
export function storedNewestValue(
  task: WorkingTask,
  moments: readonly string[],
): ValueEntry | null {
  const { newestValueId: id, snapshot, completionSummary } = task;
  const { value: day } = completionSummary;
  if (id === null || task.newestValueRevision !== task.revision) return null;
  if (day === null || day.imported !== undefined) return null;
  const recordedAt = new Date(day.lastRecordedAt);
  const isReplaced = taskMetric(snapshot)?.mode === "REPLACE";
  const mayRepeat = moments.some((moment) => Date.parse(moment) <= recordedAt.getTime());
  if (isReplaced ? day.entryCount > 1 : mayRepeat) return null;
  const unread = { lineageId: null, supersedesId: null, restatesId: null, superseded: false };
  return { id, value: day.current, recordedAt, ...unread };
}

/**
 * The newest value in force of a changed task, for its row. It is known while the values in force, in the order of
 * acceptance, are also ordered by receipt and by instant. None of them was then recorded after it, and taking one back
 * keeps that order.
 */
export function newestValueAfter({ task, values, otherValues }: ValuesOfTask): string | null {
  const counted = countedEntries(values);
  const isKnown = task.newestValueId !== null && task.newestValueRevision === task.revision;
  const isWhole = isKnown || otherValues.count === 0;
  return isWhole && isInOrder(counted) ? (counted.at(-1)?.id ?? null) : null;
}

/** A task as it was before the change, with its values as they are after it. */
type ValuesOfTask = Pick<TaskState, "task" | "values" | "otherValues">;

function isInOrder(entries: readonly ValueEntry[]): boolean {
  return entries.every((entry, index) => {
    const former = entries[index - 1];
    return former === undefined || (former.id < entry.id && former.recordedAt <= entry.recordedAt);
  });
}
