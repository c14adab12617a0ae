import { newId } from "../../db/new-id.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { lockUser } from "../../db/accounts/guard/lock-rows.ts";
import { User } from "../../db/accounts/user.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { accountDeletionActor } from "../../contract/privacy/account-deletion-actor.ts";
import { judgeDeletion } from "../../rules/privacy/account-deletion.ts";
import { revokeSessions } from "../accounts/sessions/revoke-sessions.ts";
import type { SessionHooks } from "../accounts/sessions/session-hook.ts";

/** A user requests or cancels the deletion of their account. */
export interface DeletionChange {
  readonly userId: string;
  readonly requestId: string;
}

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

const AUDITED_AS = {
  AccountDeletionRequested: "DELETION_REQUESTED",
  AccountDeletionCancelled: "DELETION_CANCELLED",
  UserDeleted: "USER_DELETED",
} as const satisfies Partial<Record<EventType, string>>;

/** Emits and audits a step of a deletion. */
export async function emitDeletion(
  tx: Tx,
  step: {
    readonly userId: string;
    readonly type: keyof typeof AUDITED_AS;
    readonly requestId: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { userId, type, requestId, now } = step;
  const event = { eventId: newId(), type, subjectId: userId, version: 0, refs: {} };
  await appendEvents(tx, [accountDeletionActor.wokenBy(event, { userId })], { now, requestId });
  await appendAuthAudit(tx, {
    userId,
    eventType: AUDITED_AS[type],
    provider: null,
    actor: userId,
    metadata: {},
  });
}
