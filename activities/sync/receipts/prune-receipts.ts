import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { findPrunableDevice } from "../../../db/sync/receipts/find-prunable-device.ts";
import {
  keepReceipts,
  listToKeep,
  lockOldBatches,
  pruneAnswers,
  pruneKept,
  readOldReceipts,
  recordPruned,
} from "../../../db/sync/receipts/prune-device-receipts.ts";
import { lockDevice } from "../../../db/sync/settlement/settlement.ts";
import { transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { type FaultLog, isNoRowFault } from "../../bisect-work.ts";

/**
 * Deletes answers of batches older than 400 days (docs/rooms/sync.md#retention) and turns their receipts into
 * tombstones, except those that must stay full. One slice of one device at a time, each in its own transaction.
 * Interrupted or repeated, it continues where it stopped. A chain is pruned in order, so a device that fails is
 * passed over as a whole; the others continue (docs/rooms/house.md#one-fault).
 */
export async function pruneReceipts(
  em: SqlEntityManager,
  input: PruneReceiptsInput,
  log?: FaultLog,
): Promise<PrunedReceipts> {
  let { after } = input;
  let [prunedCount, failedCount] = [0, 0];
  for (let slice = 0; slice < SLICES; slice += 1) {
    const pruned = await pruneSlice(em, after, log);
    prunedCount += pruned.prunedCount;
    failedCount += pruned.failedCount;
    ({ after } = pruned);
    if (pruned.done) return { prunedCount, failedCount, after, done: true };
  }
  return { prunedCount, failedCount, after, done: false };
}

/** Batches of one slice: few enough for short locks. */
const SLICE = 50;

/** Slices of one call: a few seconds at most. */
const SLICES = 20;

/** Where to continue. */
export interface PruneReceiptsInput {
  /** The last device that was done; null at the start. */
  readonly after: string | null;
}

/** The result of one call. */
export interface PrunedReceipts {
  readonly prunedCount: number;
  /** Devices that failed; their receipts stay until the next run. */
  readonly failedCount: number;
  /** Where the next call continues. */
  readonly after: string | null;
  /** True if no device was left. */
  readonly done: boolean;
}

async function pruneSlice(
  em: SqlEntityManager,
  after: string | null,
  log?: FaultLog,
): Promise<PrunedReceipts> {
  const { deviceId, lastId } = await findPrunableDevice(em.fork(), after);
  const nothing = { prunedCount: 0, failedCount: 0, done: false };
  if (deviceId === null) return { ...nothing, after: lastId, done: lastId === null };
  try {
    const { prunedCount, full } = await transact(em, (tx) => pruneDevice(tx, deviceId));
    return { ...nothing, prunedCount, after: full ? after : deviceId };
  } catch (error) {
    if (isNoRowFault(error)) throw error;
    const failureClass = faultClassOf(error);
    log?.error({ deviceId, failureClass, err: error }, "receipts were not pruned");
    return { ...nothing, failedCount: 1, after: deviceId };
  }
}

async function pruneDevice(tx: Tx, deviceId: string) {
  await lockDevice(tx, deviceId);
  const batchIds = await lockOldBatches(tx, deviceId, SLICE);
  const released = await pruneKept(tx, deviceId);
  const old = await readOldReceipts(tx, batchIds);
  const toKeep = await listToKeep(tx, old);
  await keepReceipts(
    tx,
    old.filter(({ receiptId }) => toKeep.has(receiptId)),
  );
  await pruneAnswers(tx, batchIds);
  const prunedCount = released + old.length - toKeep.size;
  if (old.length + released > 0) await recordPruned(tx, deviceId, old.at(-1) ?? null);
  return { prunedCount, full: batchIds.length >= SLICE };
}
