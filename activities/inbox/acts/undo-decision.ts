import { stateConflict } from "../../../contract/state-conflict.ts";
import { mayUndo } from "../../../rules/inbox/judge-act.ts";
import { UNCLOSED } from "../apply-outcome.ts";
import type { TaskAct } from "./task-act.ts";
import { change, rescore } from "./task-at-hand.ts";

/**
 * A coach undoes, within ten minutes, their own resolution or dismissal. The task returns to its former status;
 * emitted events stay. The source is queried: a task stays closed if the source no longer needs a coach, or if
 * another task of the case is open. Refuses with STATE_CONFLICT (not one's own, too late, overtaken).
 */
export const UNDOING: TaskAct = {
  act: "UNDO",
  needs: { source: true },
  decide(atHand, known, { byUserId }) {
    const { task, now } = atHand;
    const decision = { byUserId: task.closedByUserId, closedAt: task.closedAt };
    if (!mayUndo(decision, byUserId, now)) throw stateConflict("UNDO_OVER");
    const newer = known.findUnresolved(task);
    if (newer !== null) throw stateConflict("NEWER_TASK_OPEN", { conflictingId: newer });
    if (known.needsNobody(task)) throw stateConflict("NOTHING_LEFT_TO_DO");
    const isAsleep =
      task.statusBeforeClose === "SNOOZED" && task.snoozedUntil !== null && task.snoozedUntil > now;
    const former = task.statusBeforeClose === "IN_PROGRESS" ? "IN_PROGRESS" : "OPEN";
    const status = isAsleep ? "SNOOZED" : former;
    change(atHand, { ...UNCLOSED, status, reopenReason: "UNDONE" });
    rescore(atHand);
    return { type: "reopened", metadata: { reopenReason: "UNDONE" } };
  },
};
