import { completeBySource, UNSNOOZED } from "../apply-outcome.ts";
import type { TaskAct } from "./task-act.ts";
import { change } from "./task-at-hand.ts";

/**
 * A coach opens the source of a task (docs/rooms/inbox.md#acts). The source is queried first: if it no longer needs a
 * coach, it resolves the task, and the answer says so.
 */
export const STARTING: TaskAct = {
  act: "START",
  needs: { source: true },
  decide(atHand, known) {
    const { task, now } = atHand;
    if (known.needsNobody(task)) {
      completeBySource(task, now);
      const metadata = { resolutionType: "SOURCE_COMPLETED" };
      return { type: "resolved", isBySource: true, metadata };
    }
    const startedAt = task.startedAt ?? now;
    change(atHand, { status: "IN_PROGRESS", startedAt, ...UNSNOOZED });
    return { type: "viewed" };
  },
};
