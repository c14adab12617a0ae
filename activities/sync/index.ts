import { failQuietly } from "../fail-quietly.ts";
import {
  type PrunedPayloads,
  type PrunePayloadsInput,
  pruneRawPayloads,
} from "./receipts/prune-raw-payloads.ts";
import { keepPartitions, type KeptPartitions } from "./receipts/keep-partitions.ts";
import {
  pruneReceipts,
  type PrunedReceipts,
  type PruneReceiptsInput,
} from "./receipts/prune-receipts.ts";
import type { SettlementDeps } from "./settlement/settlement-deps.ts";
import {
  emitSilentDevices,
  type SilentInput,
  type SilentSlice,
} from "./devices/emit-silent-devices.ts";

/** The activities of sync that a worker registers. */
export interface SyncActivities {
  pruneReceipts(input: PruneReceiptsInput): Promise<PrunedReceipts>;
  pruneRawPayloads(input?: PrunePayloadsInput): Promise<PrunedPayloads>;
  keepPartitions(): Promise<KeptPartitions>;
  emitSilentDevices(input?: SilentInput): Promise<SilentSlice>;
}

/** Creates the activities of sync. */
export function createSyncActivities(deps: Pick<SettlementDeps, "em" | "log">): SyncActivities {
  // Runs started by an earlier version pass no input to activities with optional input.
  return {
    pruneReceipts: failQuietly(
      { log: deps.log, name: "pruneReceipts" },
      (input: PruneReceiptsInput) => pruneReceipts(deps.em, input, deps.log),
    ),
    pruneRawPayloads: failQuietly(
      { log: deps.log, name: "pruneRawPayloads" },
      (input?: PrunePayloadsInput) => pruneRawPayloads(deps.em, input, deps.log),
    ),
    keepPartitions: failQuietly({ log: deps.log, name: "keepPartitions" }, () =>
      keepPartitions(deps.em),
    ),
    emitSilentDevices: failQuietly(
      { log: deps.log, name: "emitSilentDevices" },
      (input?: SilentInput) => emitSilentDevices(deps.em, input, deps.log),
    ),
  };
}
