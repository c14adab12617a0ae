import type { AccountHook } from "../accounts/account-hook.ts";
import { leaveWorkspaces } from "./leave-workspaces.ts";
import type { WorkspaceHooks } from "./workspace-hook.ts";

/** A coach leaves every workspace with their account. */
export const membershipsFollowAccount = (hooks: WorkspaceHooks): AccountHook => ({
  deleted: (tx, account) => leaveWorkspaces(tx, account, hooks),
});
