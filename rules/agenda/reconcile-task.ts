import type { TaskForm } from "../../contract/agenda/schema.ts";
import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import { checkInActions } from "./actions/action-schema.ts";
import type { DayTask } from "./agenda-task.ts";

/** A task of a day as far as it has to agree with its source. */
export interface SourcedTask {
  readonly status: TaskStatus;
  readonly sourceRevision: number;
  /** The client acted on it, whatever became of that. */
  readonly touched: boolean;
}

/** What becomes of a task so that its day is what its source asks for (docs/rooms/agenda.md#transitions). */
export type Reconciliation = "MAKE" | "REFRESH" | "RESUME" | "CANCEL";

/**
 * How a task comes to agree with its source; null when it does. What the client acted on is never rewritten, and
 * what is not pending stays what it is, but for what was canceled and is asked for again.
 *
 * @param task null when there is none of that source.
 * @param askedRevision revision of the source, or null when it does not ask for the day.
 */
export function reconciliationOf(
  task: SourcedTask | null,
  askedRevision: number | null,
): Reconciliation | null {
  if (task === null) return askedRevision === null ? null : "MAKE";
  const { status, sourceRevision, touched } = task;
  if (askedRevision === null) return status === "PENDING" ? "CANCEL" : null;
  if (status === "CANCELED") return "RESUME";
  return status === "PENDING" && !touched && sourceRevision < askedRevision ? "REFRESH" : null;
}

/**
 * What a task is renewed to. The form of a check-in is given when the task is made and is judged by that version, so a
 * plan that names another asks for it from the next day on (docs/rooms/agenda.md#check-ins).
 *
 * @param form what the task opened until now; null where it is no check-in.
 */
export function renewedTask(asked: DayTask, form: TaskForm | null): DayTask {
  if (form === null) return asked;
  const { formVersionId } = form;
  return {
    ...asked,
    snapshot: { ...asked.snapshot, formVersionId },
    actionSchema: checkInActions(form),
  };
}
