import { v7 as uuidv7 } from "uuid";
import type { DeviceRegistration } from "../../contract/sync/device-schema.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { getDevice, type DeviceView } from "../../db/sync/queries.ts";
import {
  claimLineage,
  insertDevice,
  lockInstallation,
  revokeActiveDevices,
} from "../../db/sync/write-device.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { deviceRevoked } from "./revoke-device.ts";

/** Who registers which installation. */
export interface RegisterDevice {
  readonly userId: string;
  readonly appSessionId: string;
  readonly registration: DeviceRegistration;
  readonly requestId: string;
}

/**
 * Registers an installation as a device (document 1, "Device"; decisions.md, "Devices"): the same
 * installation gets a new device and its former one is revoked; registered by another user, the former
 * user's device is revoked (account switch). The lineage stays, so that a lost answer is replayed.
 */
export async function registerDevice(tx: Tx, input: RegisterDevice): Promise<DeviceView> {
  const { userId, registration, requestId } = input;
  const { appSurface, installationId } = registration;
  const newId = uuidv7();
  await claimLineage(tx, { id: newId, userId, appSurface, installationId });
  const lineages = await lockInstallation(tx, { appSurface, installationId });
  const own = lineages.find((lineage) => lineage.userId === userId);
  if (own === undefined) throw new Error("The lineage was to be claimed");
  const now = await clockNow(tx);
  const revoked = await revokeActiveDevices(
    tx,
    lineages.map(({ id }) => id),
    now,
  );
  const deviceId = own.isNew ? own.id : uuidv7();
  await insertDevice(tx, {
    deviceId,
    lineageId: own.id,
    userId,
    appSessionId: input.appSessionId,
    replacesDeviceId: own.newestDeviceId,
    pushTokenId: registration.pushToken === undefined ? null : uuidv7(),
    registration,
    now,
  });
  const registered = {
    eventId: uuidv7(),
    type: "DeviceRegistered",
    subjectId: deviceId,
    version: 0,
    refs: { userId },
  } as const;
  await appendEvents(tx, [...revoked.map(deviceRevoked), registered], { now, requestId });
  return await getDevice(tx, deviceId);
}
