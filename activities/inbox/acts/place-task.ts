import { holdMember } from "../../workspaces/hold-member.ts";
import type { TaskAct } from "./task-act.ts";
import { change, rescore } from "./task-at-hand.ts";

/**
 * Puts a task further up, or back; what is pinned already stays as it is. The revision does not move: nothing of what
 * a coach decides by changes.
 */
export const pinning = (isPinned: boolean): TaskAct => ({
  act: isPinned ? "PIN" : "UNPIN",
  decide(atHand) {
    if (atHand.task.pinPart > 0 === isPinned) return null;
    change(atHand, {}, { isSeen: false });
    rescore(atHand, isPinned);
    return { type: "pinned", metadata: { pinned: isPinned ? 1 : 0 } };
  },
});

/**
 * Hands a task over to a member of the workspace, whose place is held until it is done: a removal comes before it or
 * after it. Null for nobody. Refuses with NOT_FOUND somebody who is no member.
 */
export const assigning = (coachUserId: string | null): TaskAct => ({
  act: "ASSIGN",
  hold: async (tx, { workspaceId }) => {
    if (coachUserId !== null) await holdMember(tx, { workspaceId, userId: coachUserId });
  },
  decide(atHand) {
    if (atHand.task.assignedCoachUserId === coachUserId) return null;
    change(atHand, { assignedCoachUserId: coachUserId });
    return { type: "assigned", metadata: { assignedCoachUserId: coachUserId } };
  },
});
