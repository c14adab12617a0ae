import { changeTask } from "./change-task.ts";
import { startsAfter } from "./steps/starts-after.ts";
import type { QuickLogAction, QuickLogOutcome, TaskState } from "./quick-log-state.ts";
import { unchanged } from "./steps/unchanged.ts";

/**
 * Starts a task that has a screen of its own. One that was started already stays as it is, at its revision. On a closed
 * day it stays missed, and keeps that it was begun in time and told late (docs/rooms/agenda.md#late-evidence).
 */
export function start(state: TaskState, action: QuickLogAction): QuickLogOutcome {
  const { status, lateEvidence } = state.task;
  const isStarted = status === "IN_PROGRESS" || (state.dayClosedAt !== null && lateEvidence);
  if (!isStarted) return changeTask(state, action, { status: "IN_PROGRESS" });
  return unchanged({ ...state, starts: startsAfter(state, action) });
}
