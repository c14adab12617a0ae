import { deviceActor } from "../../../contract/sync/device-actor.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { retirePushTokens } from "../../../db/notifications/retire-push-tokens.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { getDevice, type DeviceView } from "../../../db/sync/queries.ts";
import { lockLineageOf, revokeActiveDevices } from "../../../db/sync/devices/insert-device.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { orderWholePurges } from "../purge/order-whole-purges.ts";

/** The device to revoke, and its user. */
export interface RevokeDevice {
  readonly userId: string;
  readonly deviceId: string;
  readonly requestId: string;
}

/**
 * Revokes a device for good; a repeated call returns the same record (docs/rooms/sync.md#devices). The lineage's lock
 * orders it before or after a whole batch.
 *
 * @throws Refusal NOT_FOUND for a device that is not the user's.
 */
export async function revokeDevice(tx: Tx, input: RevokeDevice): Promise<DeviceView> {
  const lineage = await lockLineageOf(tx, input.deviceId);
  if (lineage === null || lineage.userId !== input.userId) throw new Refusal("NOT_FOUND");
  const device = await getDevice(tx, input.deviceId);
  if (device.status === "REVOKED") return device;
  const now = await clockNow(tx);
  const revoked = await revokeActiveDevices(tx, [lineage.id], { now, revocation: "REVOKED" });
  const which = { kind: "DEVICES", deviceIds: [device.deviceId], alsoSessionId: null } as const;
  await retirePushTokens(tx, { which, reason: "DEVICE_REVOKED" });
  const origin = { now, requestId: input.requestId };
  await appendEvents(tx, revoked.map(deviceRevoked), origin);
  const ended = { deviceId: device.deviceId, trigger: "DEVICE_REVOCATION" } as const;
  await orderWholePurges(tx, [ended], origin);
  return await getDevice(tx, input.deviceId);
}

/** The event of a revoked device; it also wakes the device's actor. */
export function deviceRevoked(device: {
  readonly id: string;
  readonly userId: string;
}): DomainEvent {
  return deviceActor.wokenBy(
    {
      eventId: newId(),
      type: "DeviceRevoked",
      subjectId: device.id,
      version: 0,
      refs: { userId: device.userId },
    },
    { deviceId: device.id },
  );
}
