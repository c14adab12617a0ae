import { Refusal } from "../../../contract/refusal.ts";
import { lockUser } from "../../../db/accounts/guard/lock-user.ts";
import { getSession, type SessionView } from "../../../db/accounts/sessions/queries.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { revokeSessions } from "./revoke-sessions.ts";
import type { SessionHooks } from "./session-hook.ts";

/** A user signs out. */
export interface Logout {
  readonly userId: string;
  /** The session of the request. */
  readonly appSessionId: string;
  /** The session to end; the request's own when null. */
  readonly sessionId: string | null;
  readonly requestId: string;
}

/**
 * Ends a session and its devices. A repeated call returns the same instant, also with the token of the ended session.
 * An ended session cannot end any other.
 *
 * @throws Refusal NOT_FOUND for a session that is not the user's, UNAUTHENTICATED.
 */
export async function logOut(tx: Tx, logout: Logout, hooks: SessionHooks): Promise<SessionView> {
  const { userId, appSessionId, requestId } = logout;
  const sessionId = logout.sessionId ?? appSessionId;
  await lockUser(tx, userId);
  const own = await getSession(tx, userId, appSessionId);
  if (sessionId !== appSessionId && own.revokedAt !== null) throw new Refusal("UNAUTHENTICATED");
  await getSession(tx, userId, sessionId);
  const reason = sessionId === appSessionId ? "LOGOUT" : "REVOKED";
  const which = { kind: "ONE", sessionId } as const;
  await revokeSessions(tx, { userId, which, reason, actor: userId, requestId }, hooks);
  return getSession(tx, userId, sessionId);
}
