import { Refusal } from "../../contract/refusal.ts";
import { lockUser } from "../../db/accounts/guard/lock-user.ts";
import { User } from "../../db/accounts/user.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { judgeDeletion } from "../../rules/privacy/judge-deletion.ts";
import type { DeletionChange } from "./request-account-deletion.ts";
import { emitDeletion } from "./emit-deletion.ts";

/**
 * Cancels a deletion during its grace period; ended sessions and devices stay ended. An account without a pending
 * deletion is returned unchanged.
 *
 * @throws Refusal USER_DELETED once the grace period is over, even if the actor has not run yet.
 */
export async function cancelAccountDeletion(tx: Tx, change: DeletionChange): Promise<User> {
  const { userId, requestId } = change;
  await lockUser(tx, userId);
  const user = await tx.findOneOrFail(User, userId);
  const now = await clockNow(tx);
  const stage = judgeDeletion(user, now);
  if (stage.kind === "NONE") return user;
  if (stage.kind !== "GRACE") throw new Refusal("USER_DELETED");
  tx.assign(user, { status: "ACTIVE", deletionRequestedAt: null, updatedAt: now });
  await tx.flush();
  await emitDeletion(tx, { userId, type: "AccountDeletionCancelled", requestId, now });
  return user;
}
