import type { TaskForm } from "../../contract/agenda/schema.ts";
import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import { checkInActions } from "./actions/action-schema.ts";
import type { DayTask } from "./agenda-task.ts";

/** The change that makes a day's task match its source (docs/rooms/agenda.md#transitions). */
export type Reconciliation = "MAKE" | "REFRESH" | "RESUME" | "CANCEL";

/** The parts of a task that must agree with its source. */
export interface SourcedTask {
  readonly status: TaskStatus;
  readonly sourceRevision: number;
  /** The client acted on it, with any result. */
  readonly touched: boolean;
}

/**
 * How to make a task agree with its source; null if it does. A task that the client acted on is never rewritten. A
 * task that is not pending keeps its status, except a canceled one that its source requests again.
 *
 * @param task null if the source has none on that day.
 * @param plannedRevision revision of the source; null if it requests no task for the day.
 */
export function reconciliationOf(
  task: SourcedTask | null,
  plannedRevision: number | null,
): Reconciliation | null {
  if (task === null) return plannedRevision === null ? null : "MAKE";
  const { status, sourceRevision, touched } = task;
  if (plannedRevision === null) return status === "PENDING" ? "CANCEL" : null;
  if (status === "CANCELED") return "RESUME";
  return status === "PENDING" && !touched && sourceRevision < plannedRevision ? "REFRESH" : null;
}

/**
 * The refreshed version of a task. A check-in keeps the form version it was made with and is judged by it. A plan
 * that names another form applies from the next day on (docs/rooms/agenda.md#check-ins).
 *
 * @param form the form that the task opened until now; null if it is not a check-in.
 */
export function renewedTask(planned: DayTask, form: TaskForm | null): DayTask {
  if (form === null) return planned;
  const { formVersionId } = form;
  return {
    ...planned,
    snapshot: { ...planned.snapshot, formVersionId },
    actionSchema: checkInActions(form),
  };
}
