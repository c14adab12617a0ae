import { OPEN_TASK_STATUSES, type TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type { AgendaTask } from "./agenda-task.ts";

type Ordered = Pick<AgendaTask, "id" | "status" | "dueAt" | "priority" | "sortKey">;

/**
 * The agenda in the order it is offered: what can still be done before what cannot; then what is due
 * first, tasks without a due time last; then coach priority, the higher first; then the sort key of the
 * source, and the id, so that no two tasks are ever equal.
 */
export function orderAgenda<Task extends Ordered>(tasks: readonly Task[]): Task[] {
  return tasks.toSorted(compareTasks);
}

/** Total order of {@link orderAgenda}: negative when the first task comes first, 0 only for one task. */
export function compareTasks(one: Ordered, other: Ordered): number {
  return (
    Number(isOpen(other.status)) - Number(isOpen(one.status)) ||
    compareDue(one.dueAt, other.dueAt) ||
    other.priority - one.priority ||
    compareText(one.sortKey, other.sortKey) ||
    compareText(one.id, other.id)
  );
}

/** Whether the client can still act on a task of this status. */
export function isOpen(status: TaskStatus): boolean {
  const open: readonly TaskStatus[] = OPEN_TASK_STATUSES;
  return open.includes(status);
}

function compareDue(one: Date | null, other: Date | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.getTime() - other.getTime();
}

/** By code unit: no locale, so that every process agrees. */
function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
