import { stateConflict } from "../../../contract/state-conflict.ts";
import { undoableUntil } from "../../../rules/inbox/judge-act.ts";
import { UNCLOSED } from "../apply-outcome.ts";
import type { TaskAct } from "./task-act.ts";
import { change, rescore } from "./loaded-task.ts";

/**
 * A coach undoes, within ten minutes, their own resolution or dismissal. The task returns to its former status;
 * emitted events stay. The source is queried: a task stays closed if the source no longer needs a coach, or if
 * another task of the case is open. Refuses with STATE_CONFLICT (a review, not one's own, too late,
 * overtaken).
 */
export const UNDO_CLOSE: TaskAct = {
  act: "UNDO",
  needs: { source: true },
  decide(loaded, known, { byUserId }) {
    const { task, now } = loaded;
    const decision = { byUserId: task.closedByUserId, closedAt: task.closedAt };
    if (task.resolutionType === "SOURCE_COMPLETED") throw stateConflict("COMPLETED_BY_SOURCE");
    if (undoableUntil(decision, byUserId, now) === null) throw stateConflict("UNDO_OVER");
    const newer = known.findUnresolved(task);
    if (newer !== null) throw stateConflict("NEWER_TASK_OPEN", { conflictingId: newer });
    if (known.isCompletedBySource(task)) throw stateConflict("NOTHING_LEFT_TO_DO");
    const isDormant =
      task.statusBeforeClose === "SNOOZED" && task.snoozedUntil !== null && task.snoozedUntil > now;
    const former = task.statusBeforeClose === "IN_PROGRESS" ? "IN_PROGRESS" : "OPEN";
    const status = isDormant ? "SNOOZED" : former;
    change(loaded, { ...UNCLOSED, status, reopenReason: "UNDONE" });
    rescore(loaded);
    return { type: "reopened", metadata: { reopenReason: "UNDONE" } };
  },
};
