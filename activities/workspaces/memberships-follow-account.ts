import { eraseNames } from "../../db/workspaces/erase-names.ts";
import type { AccountHook } from "../accounts/account-hook.ts";
import { leaveWorkspaces } from "./leave-workspaces.ts";
import type { WorkspaceHooks } from "./workspace-hook.ts";

/**
 * A coach leaves every workspace when their account is deleted; one without a successor is closed and loses its name.
 */
export const membershipsFollowAccount = (hooks: WorkspaceHooks): AccountHook => ({
  async deleted(tx, account) {
    await leaveWorkspaces(tx, account, hooks);
    await tx.flush();
    await eraseNames(tx, account.userId);
  },
});
