import type { TaskAct } from "./task-act.ts";
import { change, rescore } from "./loaded-task.ts";

/**
 * Pins or unpins a task; idempotent. The revision stays the same, because nothing that a coach decides by has
 * changed.
 */
export const pinTask = (isPinned: boolean): TaskAct => ({
  act: isPinned ? "PIN" : "UNPIN",
  decide(loaded) {
    if (loaded.task.pinPart > 0 === isPinned) return null;
    change(loaded, {}, { isSeen: false });
    rescore(loaded, isPinned);
    return { type: "pinned", metadata: { pinned: isPinned ? 1 : 0 } };
  },
});
