import { taskMetric } from "../../agenda/task-metric.ts";
import type { TaskState } from "../types.ts";

/** The fields of a whole task. Its status is derived from its items or values, if it has any. */
export function wholeTask({ items }: TaskState): readonly string[] {
  return ["status", "values", ...items.map(({ id }) => itemField(id))];
}

/** The values, if they replace each other; accumulating ones do not conflict. */
export function valueFields({ task }: TaskState): readonly string[] {
  return taskMetric(task.snapshot)?.mode === "REPLACE" ? ["values"] : [];
}

/** The field of one item. */
export function itemField(itemId: string): string {
  return `items/${itemId}`;
}
