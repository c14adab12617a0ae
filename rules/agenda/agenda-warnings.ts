import type { AgendaWarning } from "../../contract/agenda/today-schema.ts";
import type { SourcedTask } from "./agenda-task.ts";
import { isOpen } from "../../contract/agenda/order.ts";

/** What today's answer warns of: open tasks whose source moved on without them. */
export function sourceWarnings(tasks: readonly SourcedTask[]): AgendaWarning[] {
  return tasks.flatMap((task): AgendaWarning[] => {
    const { source } = task;
    if (source === null || !isOpen(task.status)) return [];
    if (source.status === "ENDED") return [{ code: "SOURCE_ENDED", taskId: task.id }];
    if (source.revision > task.sourceRevision) return [{ code: "SOURCE_CHANGED", taskId: task.id }];
    return [];
  });
}
