import { redactTasksOf } from "../../db/inbox/redact-tasks.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** With the account of a client goes what tasks say of what happened, and what somebody wrote about it. */
export const inboxFollowsAccount: AccountHook = {
  deleted: (tx, { userId, now }) => redactTasksOf(tx, userId, now),
};
