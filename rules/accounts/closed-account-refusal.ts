import { Refusal } from "../../contract/refusal.ts";
import { deletionDueAt } from "./deletion-due-at.ts";
import { type Account, judgeAccount } from "./judge-account.ts";

/**
 * The refusal for an account that may not sign in, or null. For a pending deletion it contains the last moment to
 * cancel (docs/rooms/accounts.md#statuses).
 */
export function closedAccountRefusal(account: ClosableAccount): Refusal | null {
  const closed = judgeAccount(account);
  if (closed === null) return null;
  const { deletionRequestedAt } = account;
  const isPending = closed === "USER_PENDING_DELETION" && deletionRequestedAt !== null;
  return new Refusal(closed, isPending ? { deletionAt: deletionDueAt(deletionRequestedAt) } : {});
}

/** An account, with the time its deletion was requested; null if it was not. */
export interface ClosableAccount extends Account {
  readonly deletionRequestedAt: Date | null;
}
