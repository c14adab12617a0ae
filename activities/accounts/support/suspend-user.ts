import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import { appendAuthAudit } from "../../../db/accounts/append-auth-audit.ts";
import { lockUser } from "../../../db/accounts/guard/lock-user.ts";
import { User } from "../../../db/accounts/user.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { revokeSessions } from "../sessions/revoke-sessions.ts";
import { announceAccount, type AccountHooks } from "../account-hook.ts";
import type { SessionHooks } from "../sessions/session-hook.ts";

/**
 * Suspends an account: it refuses its user from the next request on, ends sessions and revokes devices. Sign-ins stay
 * linked (docs/rooms/accounts.md#statuses). On a suspended account it changes nothing.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT for an account that is deleted or about to be.
 */
export async function suspendUser(
  tx: Tx,
  act: AccountAct,
  hooks: { readonly sessions: SessionHooks; readonly accounts: AccountHooks },
): Promise<User> {
  const user = await lockedUser(tx, act.userId);
  if (user.status === "SUSPENDED") return user;
  const now = await changeStatus(tx, user, "SUSPENDED");
  await recordChange(tx, act, { type: "UserSuspended", eventType: "USER_SUSPENDED" });
  const { userId, actor, requestId } = act;
  const ending = { userId, which: { kind: "ALL" }, reason: "SUSPENSION" } as const;
  await revokeSessions(tx, { ...ending, actor, requestId }, hooks.sessions);
  await announceAccount(tx, { hooks: hooks.accounts, change: "suspended" }, { userId, now });
  return user;
}

/** An operator's act on an account. */
export interface AccountAct {
  readonly userId: string;
  readonly reason: string;
  /** User id of the operator, or the keyed hash of a sign-in without an account. */
  readonly actor: string;
  readonly role: string;
  readonly requestId: string;
}

/**
 * Reinstates a suspended user, who must sign in again; sessions and devices stay revoked. On an account that is not
 * suspended it changes nothing.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT for an account that is deleted or about to be.
 */
export async function reinstateUser(
  tx: Tx,
  act: AccountAct,
  hooks: { readonly accounts: AccountHooks },
): Promise<User> {
  const user = await lockedUser(tx, act.userId);
  if (user.status === "ACTIVE") return user;
  const now = await changeStatus(tx, user, "ACTIVE");
  await recordChange(tx, act, { type: "UserReinstated", eventType: "USER_REINSTATED" });
  const { userId } = act;
  await announceAccount(tx, { hooks: hooks.accounts, change: "reinstated" }, { userId, now });
  return user;
}

async function lockedUser(tx: Tx, userId: string): Promise<User> {
  await lockUser(tx, userId);
  const user = await tx.findOne(User, userId);
  if (user === null) throw new Refusal("NOT_FOUND");
  if (user.deletedAt !== null || user.status === "PENDING_DELETION") {
    throw stateConflict("ACCOUNT_LEAVING");
  }
  return user;
}

async function changeStatus(tx: Tx, user: User, status: "ACTIVE" | "SUSPENDED"): Promise<Date> {
  const now = await clockNow(tx);
  user.status = status;
  user.updatedAt = now;
  await tx.flush();
  return now;
}

async function recordChange(
  tx: Tx,
  { userId, reason, actor, role, requestId }: AccountAct,
  what:
    | { readonly type: "UserSuspended"; readonly eventType: "USER_SUSPENDED" }
    | { readonly type: "UserReinstated"; readonly eventType: "USER_REINSTATED" },
): Promise<void> {
  const { type, eventType } = what;
  const event = { eventId: newId(), type, subjectId: userId, version: 0, refs: {} };
  await appendEvents(tx, [event], { now: await clockNow(tx), requestId });
  const metadata = { reason, role };
  await appendAuthAudit(tx, { userId, eventType, provider: null, actor, metadata });
}
