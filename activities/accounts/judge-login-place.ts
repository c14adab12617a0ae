import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { findLoginPlace } from "../../db/accounts/sessions/queries.ts";
import { newId } from "../../db/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { isSuspiciousLogin } from "../../rules/accounts/is-suspicious-login.ts";

/** A session that named its device for the first time; device and address as keyed hashes. */
export interface NamedDevice {
  readonly userId: string;
  readonly appSessionId: string;
  readonly provider: string;
  readonly deviceIdHash: string;
  readonly ipHash: string;
  readonly requestId: string;
}

/**
 * Looks whether a sign-in comes from a device and an address that are both new to its user: it is
 * audited, and the user is told (docs/rules.md#accounts-suspicious-sign-ins).
 */
export async function judgeLoginPlace(tx: Tx, named: NamedDevice): Promise<void> {
  const { userId, appSessionId, requestId } = named;
  if (!isSuspiciousLogin(await findLoginPlace(tx, named))) return;
  const event = {
    eventId: newId(),
    type: "SuspiciousLoginDetected",
    subjectId: appSessionId,
    version: 0,
    refs: { userId },
  } as const;
  await appendEvents(tx, [event], { now: await clockNow(tx), requestId });
  await appendAuthAudit(tx, {
    userId,
    eventType: "SUSPICIOUS_LOGIN",
    provider: named.provider,
    actor: userId,
    metadata: { appSessionId },
  });
}
