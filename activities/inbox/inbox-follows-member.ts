import { executorOf } from "../../db/pipeline.ts";
import { insertInboxChanges } from "../../db/inbox/changes/insert-changes.ts";
import { forsakeTasks } from "../../db/inbox/forsake-tasks.ts";
import type { WorkspaceHook } from "../workspaces/workspace-hook.ts";

/** What was a member's in the inbox is the successor's, and handed over to nobody, once the member is gone. */
export const inboxFollowsMember: WorkspaceHook = {
  async memberGone(tx, { workspaceId, userId, successorUserId, now }) {
    const forsaken = await forsakeTasks(tx, { workspaceId, userId, successorUserId }, now);
    await insertInboxChanges(executorOf(tx), forsaken, { now });
  },
};
