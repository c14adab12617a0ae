import { lockUser } from "../../db/accounts/guard/lock-user.ts";
import { User } from "../../db/accounts/user.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { closedAccountRefusal } from "../../rules/accounts/closed-account-refusal.ts";

/**
 * Locks an account that may be used.
 *
 * @throws Refusal USER_SUSPENDED, USER_PENDING_DELETION, USER_DELETED.
 */
export async function lockOpenAccount(tx: Tx, userId: string): Promise<User> {
  await lockUser(tx, userId);
  const user = await tx.findOneOrFail(User, userId);
  const { status, deletedAt, deletionRequestedAt } = user;
  const closed = closedAccountRefusal({ status, deleted: deletedAt !== null, deletionRequestedAt });
  if (closed !== null) throw closed;
  return user;
}
