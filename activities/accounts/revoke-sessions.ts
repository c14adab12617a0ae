import type { SessionEnd } from "../../contract/accounts/session-vocabulary.ts";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { lockUser } from "../../db/accounts/guard/lock-rows.ts";
import {
  revokeSessionRows,
  type SessionChoice,
} from "../../db/accounts/sessions/write-sessions.ts";
import { newId } from "../../db/new-id.ts";
import { retirePushTokens } from "../../db/notifications/retire-push-tokens.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { revokeSessionDevices } from "../../db/sync/devices/session-devices.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { TRIGGER_OF_SESSION_END } from "../../rules/sync/session-end-trigger.ts";
import { orderWholePurges } from "../sync/purge/order-purges.ts";
import { deviceRevoked } from "../sync/devices/revoke-device.ts";

/** Which sessions of a user end, and why. */
export interface SessionsEnding {
  readonly userId: string;
  readonly which: SessionChoice;
  readonly reason: SessionEnd;
  /** Who ends them: a user id, or a keyed hash of an operator's sign-in, or the provider. */
  readonly actor: string;
  readonly requestId: string;
}

/** The sessions that this call ended, and when. */
export interface EndedSessions {
  readonly sessionIds: readonly string[];
  readonly now: Date;
}

/**
 * Ends sessions, and revokes the devices that belong to them, in one transaction
 * (docs/rules.md#accounts-sessions): effective on the very next request, and ordered before or after
 * every batch. The devices are to delete all they keep. Repeated, it finds nothing left to end and tells
 * nobody.
 */
export async function revokeSessions(tx: Tx, ending: SessionsEnding): Promise<EndedSessions> {
  const { userId, requestId } = ending;
  await lockUser(tx, userId);
  const now = await clockNow(tx);
  const sessionIds = await revokeSessionRows(tx, { ...ending, now });
  if (sessionIds.length === 0) return { sessionIds, now };
  const devices = await revokeSessionDevices(tx, { userIds: [userId], sessionIds });
  const which = { kind: "SESSIONS", sessionIds } as const;
  await retirePushTokens(tx, { which, reason: "SESSION_ENDED" });
  const events = [
    ...sessionIds.map((id) => sessionRevoked(id, ending)),
    ...devices.flatMap((device) => [deviceRevoked(device), authDeviceRevoked(device)]),
  ];
  await appendEvents(tx, events, { now, requestId });
  const trigger = TRIGGER_OF_SESSION_END[ending.reason];
  const ended = devices.map(({ id }) => ({ deviceId: id, trigger }));
  await orderWholePurges(tx, ended, { now, requestId });
  await appendAuthAudit(tx, {
    userId,
    eventType: "SESSIONS_REVOKED",
    provider: null,
    actor: ending.actor,
    metadata: {
      reason: ending.reason,
      sessions: `${sessionIds.length}`,
      devices: `${devices.length}`,
    },
  });
  return { sessionIds, now };
}

function sessionRevoked(id: string, { userId, reason }: SessionsEnding): DomainEvent {
  const refs = { userId, reason };
  return { eventId: newId(), type: "SessionRevoked", subjectId: id, version: 0, refs };
}

/** Tells that a device was revoked with the session that it belonged to. */
export function authDeviceRevoked(device: {
  readonly id: string;
  readonly userId: string;
}): DomainEvent {
  return {
    eventId: newId(),
    type: "AuthDeviceRevoked",
    subjectId: device.id,
    version: 0,
    refs: { userId: device.userId },
  };
}
