import { getSession, type SessionView } from "../../../db/accounts/sessions/queries.ts";
import {
  saveSessionReport,
  type SessionReport,
} from "../../../db/accounts/sessions/revoke-session-rows.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { judgeLoginPlace } from "../judge-login-place.ts";

/**
 * Stores an app's heartbeat at most once a minute (docs/rooms/accounts.md#sessions); it extends neither session nor
 * token. The first heartbeat names the device of the session.
 */
export async function reportSession(tx: Tx, sign: SessionSign): Promise<SessionView> {
  const saved = await saveSessionReport(tx, sign);
  if (saved?.namesDevice === true) await judgeLoginPlace(tx, sign);
  return getSession(tx, sign.userId, sign.appSessionId);
}

/** An app's heartbeat. */
export interface SessionSign extends SessionReport {
  readonly userId: string;
  readonly provider: string;
  readonly requestId: string;
}
