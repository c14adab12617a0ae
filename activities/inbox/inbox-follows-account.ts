import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { insertInboxChanges } from "../../db/inbox/changes/insert-inbox-changes.ts";
import { redactTasksOf } from "../../db/inbox/redact-tasks.ts";
import type { AccountHook } from "../accounts/account-hook.ts";

/** Erases summaries and notes in the tasks of a client with their account. */
export const inboxFollowsAccount: AccountHook = {
  async deleted(tx, { userId, now }) {
    await insertInboxChanges(executorOf(tx), await redactTasksOf(tx, userId, now), { now });
  },
};
