import { newId } from "../../../db/platform/new-id.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { revokeSessionDevices } from "../../../db/sync/devices/revoke-session-devices.ts";
import { listSealedDevices } from "../../../db/sync/purge/sealed-queues.ts";
import { QUEUE_OF_PURGE } from "../../../rules/sync/queue-of-purge.ts";
import { TRIGGER_OF_SESSION_END } from "../../../rules/sync/trigger-of-session-end.ts";
import type { SessionHook } from "../../accounts/sessions/session-hook.ts";
import { orderWholePurges } from "../purge/order-whole-purges.ts";
import { deviceRevoked } from "./revoke-device.ts";

/**
 * Revokes devices with their session (docs/rooms/sync.md#devices), before or after every batch, and orders them to
 * delete their data. If the reason deletes queues, it also deletes queues that earlier devices keep sealed: those of
 * the session, or of the deleted account.
 */
export const devicesFollowSession: SessionHook = {
  async ended(tx, { userIds, sessionIds, reason, now, requestId }) {
    const devices = await revokeSessionDevices(tx, { userIds, sessionIds });
    const origin = { now, requestId };
    const events = devices.flatMap((device) => [deviceRevoked(device), authDeviceRevoked(device)]);
    await appendEvents(tx, events, origin);
    const trigger = TRIGGER_OF_SESSION_END[reason];
    const whose = reason === "ACCOUNT_DELETION" ? { userIds } : { userIds, sessionIds };
    const deletesQueue = QUEUE_OF_PURGE[trigger] === "DELETE";
    const sealed = deletesQueue ? await listSealedDevices(tx, whose) : [];
    const ended = [...devices, ...sealed].map(({ id }) => ({ deviceId: id, trigger }));
    await orderWholePurges(tx, ended, origin);
    return { devices: devices.length };
  },
};

/** The event of a device that was revoked with its session. */
function authDeviceRevoked(device: { readonly id: string; readonly userId: string }): DomainEvent {
  return {
    eventId: newId(),
    type: "AuthDeviceRevoked",
    subjectId: device.id,
    version: 0,
    refs: { userId: device.userId },
  };
}
