import { completeBySource, UNSNOOZED } from "../apply-outcome.ts";
import type { TaskAct } from "./task-act.ts";
import { change } from "./loaded-task.ts";

/**
 * A coach opens the source of a task (docs/rooms/inbox.md#acts). The source is queried first: if it no longer needs a
 * coach, it resolves the task, and the answer says so.
 */
export const START_TASK: TaskAct = {
  act: "START",
  needs: { source: true },
  decide(loaded, known) {
    const { task, now } = loaded;
    if (known.isCompletedBySource(task)) {
      completeBySource(task, now);
      const metadata = { resolutionType: "SOURCE_COMPLETED" };
      return { type: "resolved", isBySource: true, metadata };
    }
    const startedAt = task.startedAt ?? now;
    change(loaded, { status: "IN_PROGRESS", startedAt, ...UNSNOOZED });
    return { type: "viewed" };
  },
};
