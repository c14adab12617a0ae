import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { insertInboxChanges } from "../../db/inbox/changes/insert-inbox-changes.ts";
import { unassignTasks } from "../../db/inbox/unassign-tasks.ts";
import type { WorkspaceHook } from "../workspaces/workspace-hook.ts";

/** When a member leaves, their inbox passes to the successor, and tasks assigned to them become unassigned. */
export const inboxFollowsMember: WorkspaceHook = {
  async memberGone(tx, { workspaceId, userId, successorUserId, now }) {
    const orphaned = await unassignTasks(tx, { workspaceId, userId, successorUserId }, now);
    await insertInboxChanges(executorOf(tx), orphaned, { now });
  },
};
