import type { CoachTaskStatus } from "../../../contract/inbox/vocabulary.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { UNCLOSED } from "../apply-outcome.ts";
import { statusAt } from "../../../rules/inbox/judge-act.ts";
import { change, type LoadedTask } from "./loaded-task.ts";

/** Closes a task and keeps its former status, so that an undo can restore it. */
export function closeTask(
  loaded: LoadedTask,
  status: CoachTaskStatus,
  changes: Partial<CoachTask>,
): void {
  const { task, now } = loaded;
  const statusBeforeClose = statusAt(task, now);
  change(loaded, { ...UNCLOSED, ...changes, statusBeforeClose, status, closedAt: now });
}
