import type { AgendaWarning } from "../../contract/agenda/today-schema.ts";
import type { AgendaTask, TaskSource } from "./agenda-task.ts";
import { isOpen } from "../../contract/agenda/order-agenda.ts";

/** Warnings of today's answer: open tasks whose source has a newer revision. */
export function sourceWarnings(tasks: readonly SourcedTask[]): AgendaWarning[] {
  return tasks.flatMap((task): AgendaWarning[] => {
    const { source } = task;
    if (source === null || !isOpen(task.status)) return [];
    if (source.status === "PAUSED") return [{ code: "SOURCE_PAUSED", taskId: task.id }];
    if (source.status !== "ACTIVE") return [{ code: "SOURCE_ENDED", taskId: task.id }];
    if (source.revision > task.sourceRevision) return [{ code: "SOURCE_CHANGED", taskId: task.id }];
    return [];
  });
}

/** A task with the state of its source; null if the source is unknown. */
export interface SourcedTask extends Pick<AgendaTask, "id" | "status" | "sourceRevision"> {
  readonly source: TaskSource | null;
}
