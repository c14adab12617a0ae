import { Refusal } from "../../contract/refusal.ts";
import { deletionDueAt } from "./deletion-due-at.ts";
import { type Account, judgeAccount } from "./judge-account.ts";

/** An account, and since when it is about to be deleted; null while nobody asked. */
export interface ClosableAccount extends Account {
  readonly deletionRequestedAt: Date | null;
}

/**
 * What an account that lets nobody in is answered with, or null; one about to be deleted tells until
 * when that can be called off (docs/rooms/accounts.md#statuses).
 */
export function closedAccountRefusal(account: ClosableAccount): Refusal | null {
  const closed = judgeAccount(account);
  if (closed === null) return null;
  const { deletionRequestedAt } = account;
  const isPending = closed === "USER_PENDING_DELETION" && deletionRequestedAt !== null;
  return new Refusal(closed, isPending ? { deletionAt: deletionDueAt(deletionRequestedAt) } : {});
}
