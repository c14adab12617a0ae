import type { AuthAuditEventType } from "../../../contract/accounts/vocabulary.ts";
import { appendAuthAudit } from "../../../db/accounts/append-auth-audit.ts";
import { getSession } from "../../../db/accounts/sessions/queries.ts";
import { getSupportUser } from "../../../db/accounts/support/queries.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { revokeSessions } from "../sessions/revoke-sessions.ts";
import type { SessionHooks } from "../sessions/session-hook.ts";
import type { AccountAct } from "./suspend-user.ts";

/**
 * Ends one or all sessions of a person, audited with the operator's reason. The account keeps its status. A repeated
 * call finds no open session.
 *
 * @returns how many were open.
 * @throws Refusal NOT_FOUND for an unknown person, and for an unknown session or one of another person.
 */
export async function endSessions(
  tx: Tx,
  { userId, sessionId, reason, actor, role, requestId }: SessionsAct,
  hooks: SessionHooks,
): Promise<number> {
  await getSupportUser(tx, userId);
  if (sessionId !== undefined) await getSession(tx, userId, sessionId);
  const which =
    sessionId === undefined
      ? ({ which: { kind: "ALL" }, reason: "REVOKED_ALL" } as const)
      : ({ which: { kind: "ONE", sessionId }, reason: "REVOKED" } as const);
  const { sessionIds } = await revokeSessions(tx, { userId, ...which, actor, requestId }, hooks);
  const metadata = { reason, role, sessions: `${sessionIds.length}` };
  const eventType = "SESSIONS_ENDED_BY_SUPPORT" satisfies AuthAuditEventType;
  await appendAuthAudit(tx, { userId, eventType, provider: null, actor, metadata });
  return sessionIds.length;
}

/** An operator ends sessions of a person. */
export interface SessionsAct extends AccountAct {
  /** Ends only this session; all of them if absent. */
  readonly sessionId?: string | undefined;
}
