import type { z } from "zod";
import type {
  heartbeatAnswerSchema,
  sessionSchema,
} from "../../contract/accounts/session-schema.ts";
import type { SessionStatus } from "../../contract/accounts/session-vocabulary.ts";
import type { ListedSession, SessionView } from "../../db/accounts/sessions/queries.ts";

/** A session for its user. */
export function presentSession(
  session: ListedSession,
  currentId: string,
): z.output<typeof sessionSchema> {
  const { id, surface, appVersion, network, phone, startedAt, lastSeenAt, revokedAt } = session;
  const seen = { startedAt, lastSeenAt, revokedAt };
  const status = statusOf(session);
  return {
    sessionId: id,
    clientApp: surface,
    appVersion,
    network,
    phone,
    status,
    current: id === currentId,
    ...seen,
  };
}

/** Answer to a heartbeat. */
export function presentHeartbeat(session: SessionView): z.output<typeof heartbeatAnswerSchema> {
  return { lastSeenAt: session.lastSeenAt, sessionStatus: statusOf(session) };
}

/** An ended session. @throws Error if it has not ended. */
export function presentEndedSession(session: SessionView) {
  if (session.revokedAt === null) throw new Error("The session has not ended");
  return { sessionId: session.id, revokedAt: session.revokedAt };
}

function statusOf({ revokedAt }: SessionView): SessionStatus {
  return revokedAt === null ? "ACTIVE" : "REVOKED";
}
