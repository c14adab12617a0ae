import { lockMember } from "../../workspaces/lock-member.ts";
import type { TaskAct } from "./task-act.ts";
import { change } from "./loaded-task.ts";

/**
 * Assigns a task to a member of the workspace, or unassigns it (null). It locks the membership first, so that a removal
 * commits before or after. Refuses with NOT_FOUND for a person who is not a member.
 */
export const assignTask = (coachUserId: string | null): TaskAct => ({
  act: "ASSIGN",
  lock: async (tx, { workspaceId }) => {
    if (coachUserId !== null) await lockMember(tx, { workspaceId, userId: coachUserId });
  },
  decide(loaded) {
    if (loaded.task.assignedCoachUserId === coachUserId) return null;
    change(loaded, { assignedCoachUserId: coachUserId });
    return { type: "assigned", metadata: { assignedCoachUserId: coachUserId } };
  },
});
