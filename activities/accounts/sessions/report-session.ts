import { getSession, type SessionView } from "../../../db/accounts/sessions/queries.ts";
import {
  saveSessionReport,
  type SessionReport,
} from "../../../db/accounts/sessions/write-sessions.ts";
import type { Tx } from "../../../db/transact.ts";
import { judgeLoginPlace } from "../judge-login-place.ts";

/** An app says that it is there. */
export interface SessionSign extends SessionReport {
  readonly userId: string;
  readonly provider: string;
  readonly requestId: string;
}

/**
 * Takes an app's heartbeat (docs/rooms/accounts.md#sessions): kept at most once a minute, and never
 * longer life for session or token. The first one names the device that the session is used on.
 */
export async function reportSession(tx: Tx, sign: SessionSign): Promise<SessionView> {
  const kept = await saveSessionReport(tx, sign);
  if (kept?.namesDevice === true) await judgeLoginPlace(tx, sign);
  return getSession(tx, sign.userId, sign.appSessionId);
}
