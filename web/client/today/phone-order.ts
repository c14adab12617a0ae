import { orderAgenda } from "../../../contract/agenda/order-agenda.ts";
import { TASK_STATUSES, type TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import type { SummaryTask } from "../client-queries.ts";

/**
 * The tasks of a day in the order of the phone, by the rule that orders the phone's own answer. A task of a status that
 * this version does not know is left out: the rule cannot place it.
 */
export function phoneOrder(
  tasks: readonly SummaryTask[],
  moment: { readonly nowMs: number; readonly pinnedTaskId: string | null },
): readonly SummaryTask[] {
  return orderAgenda(
    tasks.flatMap((task) => {
      const status = statusOf(task);
      return status === null ? [] : [{ ...task, status }];
    }),
    moment,
  );
}

const statusOf = ({ status }: SummaryTask): TaskStatus | null =>
  TASK_STATUSES.find((known) => known === status) ?? null;
