import { stateConflict } from "../../contract/state-conflict.ts";
import { lockUser } from "../../db/accounts/guard/lock-user.ts";
import { User } from "../../db/accounts/user.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { revokeSessions } from "../accounts/sessions/revoke-sessions.ts";
import type { SessionHooks } from "../accounts/sessions/session-hook.ts";
import { emitDeletion } from "./emit-deletion.ts";

/**
 * Requests the deletion of an account. Its actor waits for 14 days of grace, in which the user can only cancel.
 * Sessions and devices end at once (docs/rooms/accounts.md#deletion).
 *
 * @returns the account, and the sessions that ended with it.
 * @throws Refusal STATE_CONFLICT for an account that is suspended, deleted or about to be.
 */
export async function requestAccountDeletion(
  tx: Tx,
  change: DeletionChange,
  hooks: SessionHooks,
): Promise<{ readonly user: User; readonly sessionIds: readonly string[] }> {
  const { userId, requestId } = change;
  await lockUser(tx, userId);
  const user = await tx.findOneOrFail(User, userId);
  if (user.status !== "ACTIVE" || user.deletedAt !== null)
    throw stateConflict("ACCOUNT_NOT_ACTIVE");
  const now = await clockNow(tx);
  tx.assign(user, { status: "PENDING_DELETION", deletionRequestedAt: now, updatedAt: now });
  await tx.flush();
  await emitDeletion(tx, { userId, type: "AccountDeletionRequested", requestId, now });
  const ending = { userId, which: { kind: "ALL" }, reason: "ACCOUNT_DELETION" } as const;
  const { sessionIds } = await revokeSessions(tx, { ...ending, actor: userId, requestId }, hooks);
  return { user, sessionIds };
}

/** A user requests or cancels the deletion of their account. */
export interface DeletionChange {
  readonly userId: string;
  readonly requestId: string;
}
