import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import type { DeviceRegistration } from "../../../contract/sync/device-schema.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { retirePushTokens } from "../../../db/notifications/retire-push-tokens.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { getDevice, type DeviceView } from "../../../db/sync/queries.ts";
import {
  claimLineage,
  insertDevice,
  type Lineage,
  listCrowdedOut,
  lockInstallation,
  revokeActiveDevices,
  type RevokedDevice,
} from "../../../db/sync/devices/insert-device.ts";
import { handOverQueues, listSealedDevices } from "../../../db/sync/purge/sealed-queues.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { bindPushToken } from "../../notifications/register-push-token.ts";
import { type EndedDevice, orderWholePurges } from "../purge/order-whole-purges.ts";
import { deviceRevoked } from "./revoke-device.ts";

/** The installation to register, and its user. */
export interface RegisterDevice {
  readonly userId: string;
  readonly appSessionId: string;
  readonly registration: DeviceRegistration;
  readonly requestId: string;
  /** The hash of a device's secret; the secret itself is never stored (docs/rooms/sync.md#device-secrets). */
  readonly secretHashOf: (deviceId: string) => string;
}

/**
 * Registers an installation as a device (docs/rooms/sync.md#devices). The same installation gets a new device, and
 * its former one is revoked. If another user registers it, the former user's device is revoked (account switch). The
 * lineage stays, so that a lost answer is replayed. The former device of the same user keeps its queue, even a sealed
 * one, unless the app reports a reset. Beyond the limit of devices, the one seen longest ago is revoked and keeps its
 * queue.
 */
export async function registerDevice(tx: Tx, input: RegisterDevice): Promise<RegisteredDevice> {
  const { userId, registration, requestId } = input;
  const { appSurface, installationId } = registration;
  const installation = { appSurface, installationId };
  await claimLineage(tx, { id: newId(), userId, ...installation });
  const crowdedOut = await listCrowdedOut(tx, { userId, ...installation });
  const lineages = await lockInstallation(tx, installation, crowdedOut);
  const own = lineages.find((lineage) => lineage.userId === userId);
  if (own === undefined) throw new Error("The lineage was not claimed");
  const now = await clockNow(tx);
  const revoked = await revokeAll(tx, { own, lineages, crowdedOut }, now);
  const sealed = await listSealedDevices(tx, {
    userIds: lineages.map((lineage) => lineage.userId),
    lineageIds: lineages.map(({ id }) => id),
  });
  const deviceId = own.isNew ? own.id : newId();
  await insertDevice(tx, {
    deviceId,
    lineageId: own.id,
    userId,
    appSessionId: input.appSessionId,
    replacesDeviceId: own.newestDeviceId,
    pushTokenId: await movePush(tx, input, revoked),
    registration,
    secretHash: input.secretHashOf(deviceId),
    now,
  });
  const registered = deviceRegistered({ deviceId, userId });
  await appendEvents(tx, [...revoked.map(deviceRevoked), registered], { now, requestId });
  const left = sealed.map(({ id, userId: former }) => {
    return { id, revocation: former === userId ? "REGISTERED_AGAIN" : "ACCOUNT_SWITCH" } as const;
  });
  const purged = purgedDevices([...revoked, ...left], registration);
  await orderWholePurges(tx, purged, { now, requestId });
  await handOverQueues(tx, { userId, lineageId: own.id, deviceId });
  const device = await getDevice(tx, deviceId);
  return { ...device, purgedDeviceIds: purged.map((ended) => ended.deviceId) };
}

/** The new device, and those that must delete everything. */
export interface RegisteredDevice extends DeviceView {
  readonly purgedDeviceIds: readonly string[];
}

function deviceRegistered({
  deviceId,
  userId,
}: Record<"deviceId" | "userId", string>): DomainEvent {
  return {
    eventId: newId(),
    type: "DeviceRegistered",
    subjectId: deviceId,
    version: 0,
    refs: { userId },
  };
}

/** Revokes the devices that the new one displaces, each with its own reason. */
async function revokeAll(
  tx: Tx,
  { own, lineages, crowdedOut }: TakenPlaces,
  now: Date,
): Promise<readonly RevokedDevice[]> {
  const foreign = lineages.filter(({ id }) => id !== own.id).map(({ id }) => id);
  return [
    ...(await revokeActiveDevices(tx, [own.id], { now, revocation: "REGISTERED_AGAIN" })),
    ...(await revokeActiveDevices(tx, foreign, { now, revocation: "ACCOUNT_SWITCH" })),
    ...(await revokeActiveDevices(tx, crowdedOut, { now, revocation: "TOO_MANY_DEVICES" })),
  ];
}

/** Lineages whose active devices are revoked. */
interface TakenPlaces {
  readonly own: Lineage;
  /** All lineages of the installation. */
  readonly lineages: readonly Lineage[];
  readonly crowdedOut: readonly string[];
}

function purgedDevices(
  revoked: readonly Pick<RevokedDevice, "id" | "revocation">[],
  { reset }: DeviceRegistration,
): EndedDevice[] {
  return revoked.flatMap(({ id: deviceId, revocation }): EndedDevice[] => {
    if (revocation === "ACCOUNT_SWITCH") return [{ deviceId, trigger: "ACCOUNT_SWITCH" }];
    const isReset = revocation === "REGISTERED_AGAIN" && reset === true;
    return isReset ? [{ deviceId, trigger: "DEVICE_RESET" }] : [];
  });
}

const PUSH_OF = { IOS: "APNS", ANDROID: "FCM" } as const;

/**
 * Moves the push token to this session. If too many other installations of the user receive pushes, it does not; that
 * is no reason to refuse the phone.
 */
async function movePush(
  tx: Tx,
  { userId, appSessionId, registration }: RegisterDevice,
  revoked: readonly { readonly id: string }[],
): Promise<string | null> {
  const deviceIds = revoked.map(({ id }) => id);
  const which = { kind: "DEVICES", deviceIds, alsoSessionId: appSessionId } as const;
  await retirePushTokens(tx, { which, reason: "DEVICE_REVOKED" });
  const { pushToken: token, platform, appSurface: surface } = registration;
  if (token === undefined) return null;
  const provider = PUSH_OF[platform];
  const app = { userId, appSessionId, surface };
  const bound = await bindPushToken(tx, { ...app, provider, token });
  return bound?.id ?? null;
}
