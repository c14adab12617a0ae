import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { lockUser } from "../../db/accounts/guard/lock-user.ts";
import { unlinkIdentityRow } from "../../db/accounts/registration/unlink-identity-row.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { judgeUnlinking } from "../../rules/accounts/judge-unlinking.ts";
import { notifyOfSignIn } from "./notify-of-sign-in.ts";
import { refuseLinking } from "./audited-refusal.ts";
import { revokeSessions } from "./sessions/revoke-sessions.ts";
import type { SessionHooks } from "./sessions/session-hook.ts";

/**
 * Unlinks a sign-in from the account. All sessions that began with it end with their devices, also the session of the
 * request. The identity then belongs to no account.
 *
 * @throws Refusal NOT_FOUND, LAST_IDENTITY.
 */
export async function unlinkIdentity(
  tx: Tx,
  input: IdentityUnlinking,
  hooks: SessionHooks,
): Promise<UnlinkedIdentity> {
  const { userId, identityId } = input;
  await lockUser(tx, userId);
  const now = await clockNow(tx);
  const linked = await tx.find(AuthIdentity, { userId, unlinkedAt: null });
  const refused = judgeUnlinking(linked, identityId);
  if (refused !== null) throw refuseLinking(refused);
  await unlinkIdentityRow(tx, identityId, now);
  const which = { kind: "IDENTITY", identityId } as const;
  const ending = { userId, which, reason: "IDENTITY_UNLINKED", actor: userId } as const;
  const { requestId } = input;
  const { sessionIds } = await revokeSessions(tx, { ...ending, requestId }, hooks);
  await notifyOfSignIn(tx, { type: "SignInUnlinked", userId, identityId, requestId, now });
  await appendAuthAudit(tx, {
    userId,
    eventType: "IDENTITY_UNLINKED",
    provider: linked.find(({ id }) => id === identityId)?.provider ?? null,
    actor: userId,
    metadata: { identityId, endedSessions: String(sessionIds.length) },
  });
  return { identityId, unlinkedAt: now, endedSessions: sessionIds.length };
}

/** A signed-in user removes a sign-in from the account. */
export interface IdentityUnlinking {
  readonly userId: string;
  readonly identityId: string;
  readonly requestId: string;
}

/** A sign-in that was unlinked, and how many sessions ended with it. */
export interface UnlinkedIdentity {
  readonly identityId: string;
  readonly unlinkedAt: Date;
  readonly endedSessions: number;
}
