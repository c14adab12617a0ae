import { Refusal } from "../../contract/refusal.ts";
import { lockUser } from "../../db/accounts/guard/lock-rows.ts";
import { User } from "../../db/accounts/user.ts";
import type { Tx } from "../../db/transact.ts";
import { judgeAccount } from "../../rules/accounts/judge-account.ts";

/** Locks an account that may be used. @throws Refusal USER_SUSPENDED, USER_PENDING_DELETION, USER_DELETED. */
export async function lockOpenAccount(tx: Tx, userId: string): Promise<User> {
  await lockUser(tx, userId);
  const user = await tx.findOneOrFail(User, userId);
  const closed = judgeAccount({ status: user.status, deleted: user.deletedAt !== null });
  if (closed !== null) throw new Refusal(closed);
  return user;
}
