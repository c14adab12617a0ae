import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { DEVICE_SURFACES, type DeviceSurface } from "../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findSyncDevice, getDevice, type DeviceView } from "../../db/sync/queries.ts";
import type { Caller } from "../guard/caller.ts";

/**
 * The device that a request names, if it is the caller's, active and of the caller's surface.
 *
 * @throws Refusal DEVICE_REVOKED for an unknown, foreign or revoked one alike
 *   (docs/rooms/wire.md#foreign-ids).
 */
export async function requireOwnDevice(
  em: SqlEntityManager,
  caller: Caller,
  deviceId: string,
): Promise<DeviceView> {
  return requireOwn(await findSyncDevice(em, deviceId), caller);
}

/** The caller's surface, which must be one with devices. @throws Refusal APP_ROLE_MISMATCH for WEB. */
export function deviceSurfaceOf(caller: Caller): DeviceSurface {
  const surface = DEVICE_SURFACES.find((known) => known === caller.surface);
  if (surface === undefined) throw new Refusal("APP_ROLE_MISMATCH");
  return surface;
}

/**
 * The caller's own device in a path, even if it is revoked.
 *
 * @throws Refusal NOT_FOUND for an unknown one, a foreign one and one of another surface alike.
 */
export async function getOwnDevice(
  em: SqlEntityManager,
  caller: Caller,
  deviceId: string,
): Promise<DeviceView> {
  const device = await getDevice(em, deviceId);
  if (device.userId !== caller.userId || device.appSurface !== caller.surface)
    throw new Refusal("NOT_FOUND");
  return device;
}

/** The same for a device that was read already. @throws Refusal DEVICE_REVOKED. */
export function requireOwn(device: DeviceView | null, caller: Caller): DeviceView {
  const own = device?.userId === caller.userId && device.appSurface === caller.surface;
  if (device === null || !own || device.status !== "ACTIVE") throw new Refusal("DEVICE_REVOKED");
  return device;
}
