import type { SessionEnd } from "../../../contract/accounts/session-vocabulary.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { appendAuthAudit } from "../../../db/accounts/append-auth-audit.ts";
import { lockUser } from "../../../db/accounts/guard/lock-user.ts";
import {
  revokeSessionRows,
  type SessionChoice,
} from "../../../db/accounts/sessions/revoke-session-rows.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { announceEnded, type EndedAlong, type SessionHooks } from "./session-hook.ts";

/**
 * Ends sessions and everything that depends on them, in one transaction (docs/rooms/accounts.md#sessions). It takes
 * effect on the next request. A repeated call finds no open session and sends no notification.
 */
export async function revokeSessions(
  tx: Tx,
  ending: SessionsEnding,
  hooks: SessionHooks,
): Promise<EndedSessions> {
  const { userId, reason, requestId } = ending;
  await lockUser(tx, userId);
  const now = await clockNow(tx);
  const sessionIds = await revokeSessionRows(tx, { ...ending, now });
  if (sessionIds.length === 0) return { sessionIds, now };
  const events = sessionIds.map((id) => sessionRevoked(id, ending));
  await appendEvents(tx, events, { now, requestId });
  const ended = { userIds: [userId], sessionIds, reason, now, requestId };
  const endedAlong = await announceEnded(tx, hooks, ended);
  await appendAuthAudit(tx, {
    userId,
    eventType: "SESSIONS_REVOKED",
    provider: null,
    actor: ending.actor,
    metadata: { reason, ...countsOf({ sessions: sessionIds.length, ...endedAlong }) },
  });
  return { sessionIds, now };
}

/** The sessions to end, and the reason. */
export interface SessionsEnding {
  readonly userId: string;
  readonly which: SessionChoice;
  readonly reason: SessionEnd;
  /** The actor who ends them: a user id, the keyed hash of an operator's sign-in, or the provider. */
  readonly actor: string;
  readonly requestId: string;
}

/** The sessions that this call ended, and when. */
export interface EndedSessions {
  readonly sessionIds: readonly string[];
  readonly now: Date;
}

function sessionRevoked(id: string, { userId, reason }: SessionsEnding): DomainEvent {
  const refs = { userId, reason };
  return { eventId: newId(), type: "SessionRevoked", subjectId: id, version: 0, refs };
}

const countsOf = (counts: EndedAlong) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, `${count}`]));
