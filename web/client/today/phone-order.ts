import { orderAgenda } from "../../../contract/agenda/order-agenda.ts";
import { TASK_STATUSES, type TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import type { SummaryTask } from "../client-queries.ts";

/** The tasks of a day in the order of the phone, without those that were withdrawn. */
export function phoneOrder(
  tasks: readonly SummaryTask[],
  moment: { readonly nowMs: number; readonly pinnedTaskId: string | null },
): readonly SummaryTask[] {
  const byId = new Map(tasks.map((task) => [task.taskId, task]));
  // The answer is sorted by schedule and sort key, so a task's place stands for its sort key.
  const facts = tasks.flatMap((task, place) => {
    const status = statusOf(task);
    if (status === null || status === "CANCELED" || status === "SUPERSEDED") return [];
    const { taskId, startsAt, dueAt, priority } = task;
    const sortKey = String(place).padStart(PLACE_DIGITS, "0");
    return [{ taskId, status, startsAt, dueAt, priority, sortKey, ...UNKNOWN }];
  });
  return orderAgenda(facts, moment).flatMap(({ taskId }) => byId.get(taskId) ?? []);
}

/** Facts of the rule that a day's summary does not name; the page says so. */
const UNKNOWN = { timeCritical: false, sourceKey: "", dependsOnSourceKey: null } as const;
const PLACE_DIGITS = 4;

const statusOf = ({ status }: SummaryTask): TaskStatus | null =>
  TASK_STATUSES.find((known) => known === status) ?? null;
