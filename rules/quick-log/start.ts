import { changeTask } from "./change-task.ts";
import { startsAfter } from "./steps/starts-after.ts";
import type { QuickLogAction, QuickLogOutcome, TaskState } from "./types.ts";
import { unchanged } from "./steps/unchanged.ts";

/**
 * Starts a task that has its own screen. A started task keeps its state and revision. On a closed day it stays missed
 * and records that it was started in time but reported late (docs/rooms/agenda.md#late-evidence).
 */
export function start(state: TaskState, action: QuickLogAction): QuickLogOutcome {
  const { status, lateEvidence } = state.task;
  const isStarted = status === "IN_PROGRESS" || (state.dayClosedAt !== null && lateEvidence);
  if (!isStarted) return changeTask(state, action, { status: "IN_PROGRESS" });
  return unchanged({ ...state, starts: startsAfter(state, action) });
}
