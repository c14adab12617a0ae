import { AUTH_AUDIT_DAYS } from "../../contract/accounts/session-vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { hasRecentAudit } from "../../db/accounts/guard/has-recent-audit.ts";
import { findLoginPlace } from "../../db/accounts/sessions/queries.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { isSuspiciousLogin } from "../../rules/accounts/is-suspicious-login.ts";

/**
 * Checks whether a sign-in comes from a device and an address that are both new to its user. If so, it is audited and
 * the user is notified, once a session (docs/rooms/accounts.md#suspicious-sign-ins).
 */
export async function judgeLoginPlace(tx: Tx, placed: PlacedSession): Promise<void> {
  const { userId, appSessionId, requestId, provider } = placed;
  if (!isSuspiciousLogin(await findLoginPlace(tx, placed))) return;
  const metadata = { appSessionId };
  const line = { userId, actor: userId, eventType: "SUSPICIOUS_LOGIN", metadata } as const;
  if (await hasRecentAudit(tx, { ...line, seconds: AUTH_AUDIT_DAYS * DAY_SECONDS })) return;
  const event = {
    eventId: newId(),
    type: "SuspiciousLoginDetected",
    subjectId: appSessionId,
    version: 0,
    refs: { userId },
  } as const;
  await appendEvents(tx, [event], { now: await clockNow(tx), requestId });
  await appendAuthAudit(tx, { ...line, provider });
}

/** A session when it is opened, or when it first names its device. Device and address are keyed hashes. */
export interface PlacedSession {
  readonly userId: string;
  readonly appSessionId: string;
  readonly provider: string;
  /** Null until the session names its device. */
  readonly deviceIdHash: string | null;
  readonly ipHash: string;
  readonly requestId: string;
}

const DAY_SECONDS = 24 * 60 * 60;
