import { changeTask } from "../change-task.ts";
import { startsAfter } from "../steps/starts-after.ts";
import { unchanged } from "../steps/unchanged.ts";
import { takeBackStatus } from "./take-back.ts";
import type { ActionRules } from "./types.ts";

/**
 * Starts a task that has its own screen. A started task keeps its state and revision. On a closed day it stays missed
 * and records that it was started in time but reported late (docs/rooms/agenda.md#late-evidence).
 */
export const openStructuredLog: ActionRules<"OPEN_STRUCTURED_LOG"> = {
  decide: (state, action) => {
    const { status, lateEvidence } = state.task;
    const isStarted = status === "IN_PROGRESS" || (state.dayClosedAt !== null && lateEvidence);
    if (!isStarted) return changeTask(state, action, { status: "IN_PROGRESS" });
    return unchanged({ ...state, starts: startsAfter(state, action) });
  },
  // Once another phone has continued the task with a start of its own, the first one stays.
  undo: (state, target) => (target.laterStarts.length > 0 ? null : takeBackStatus(state, target)),
  writeSet: () => ["status"],
};
