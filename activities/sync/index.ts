import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { failQuietly } from "../fail-quietly.ts";
import { settling } from "../outbox/settling.ts";
import type { DeviceAgenda } from "./settlement/device-agenda.ts";
import { pruneRawPayloads, type PrunedPayloads } from "./receipts/prune-raw-payloads.ts";
import {
  pruneReceipts,
  type PrunedReceipts,
  type PruneReceiptsInput,
} from "./receipts/prune-receipts.ts";
import { settleDevice, type SettleDeviceInput } from "./settlement/settle-device.ts";
import type { SettlementDeps } from "./settlement/settlement-run.ts";
import { type SilentSlice, emitSilentDevices } from "./devices/emit-silent-devices.ts";

/** The acts of sync as a worker registers them. */
export interface SyncActivities {
  settleDevice(input: SettleDeviceInput): Promise<DeviceAgenda>;
  pruneReceipts(input: PruneReceiptsInput): Promise<PrunedReceipts>;
  pruneRawPayloads(): Promise<PrunedPayloads>;
  emitSilentDevices(): Promise<SilentSlice>;
}

/** Makes the activities of sync. */
export function createSyncActivities(deps: SettlementDeps): SyncActivities {
  return {
    settleDevice: failQuietly({ log: deps.log, name: "settleDevice" }, (input: SettleDeviceInput) =>
      settling({ em: deps.em, workflowId: deviceActorId(input.deviceId) }, () =>
        settleDevice(deps, input),
      ),
    ),
    pruneReceipts: failQuietly(
      { log: deps.log, name: "pruneReceipts" },
      (input: PruneReceiptsInput) => pruneReceipts(deps.em, input),
    ),
    pruneRawPayloads: failQuietly({ log: deps.log, name: "pruneRawPayloads" }, () =>
      pruneRawPayloads(deps.em),
    ),
    emitSilentDevices: failQuietly({ log: deps.log, name: "emitSilentDevices" }, () =>
      emitSilentDevices(deps.em),
    ),
  };
}
