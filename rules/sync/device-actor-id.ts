import { deviceActor } from "../../contract/sync/device-actor.ts";

/** Workflow id of a device's actor. */
export function deviceActorId(deviceId: string): string {
  return deviceActor.idOf({ deviceId });
}
