import { failQuietly } from "../fail-quietly.ts";
import { pruneRawPayloads, type PrunedPayloads } from "./receipts/prune-raw-payloads.ts";
import {
  pruneReceipts,
  type PrunedReceipts,
  type PruneReceiptsInput,
} from "./receipts/prune-receipts.ts";
import type { SettlementDeps } from "./settlement/settlement-run.ts";
import { type SilentSlice, emitSilentDevices } from "./devices/emit-silent-devices.ts";

/** The acts of sync as a worker registers them. */
export interface SyncActivities {
  pruneReceipts(input: PruneReceiptsInput): Promise<PrunedReceipts>;
  pruneRawPayloads(): Promise<PrunedPayloads>;
  emitSilentDevices(): Promise<SilentSlice>;
}

/** Makes the activities of sync. */
export function createSyncActivities(deps: Pick<SettlementDeps, "em" | "log">): SyncActivities {
  return {
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
