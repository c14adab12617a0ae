import { failQuietly } from "../fail-quietly.ts";
import type { DeviceAgenda } from "./device-agenda.ts";
import { settleDevice, type SettleDeviceInput } from "./settle-device.ts";
import type { SettlementDeps } from "./settlement-run.ts";

/** The acts of sync as a worker registers them. */
export interface SyncActivities {
  settleDevice(input: SettleDeviceInput): Promise<DeviceAgenda>;
}

/** Makes the activities of sync. */
export function createSyncActivities(deps: SettlementDeps): SyncActivities {
  return {
    settleDevice: failQuietly({ log: deps.log, name: "settleDevice" }, (input: SettleDeviceInput) =>
      settleDevice(deps, input),
    ),
  };
}
