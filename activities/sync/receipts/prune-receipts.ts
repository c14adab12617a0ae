import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { findPrunableDevice } from "../../../db/sync/receipts/find-prunable-device.ts";
import {
  buryReceipts,
  lockOldReceipts,
  nameVerdicts,
  recordPruned,
  readOldReceipts,
  type OldReceipt,
} from "../../../db/sync/receipts/prune-device-receipts.ts";
import { lockDevice } from "../../../db/sync/settlement/settlement.ts";
import { transact, type Tx } from "../../../db/transact.ts";
import { shortFingerprint } from "../admission/fingerprints.ts";

/** Receipts of one slice: short enough for any lock. */
const SLICE = 500;

/** Slices of one turn: a few seconds at most. */
const SLICES = 20;

/** Where to go on. */
export interface PruneReceiptsInput {
  /** The device before the next to look at; null at the beginning. */
  readonly after: string | null;
}

/** What one turn did. */
export interface PrunedReceipts {
  readonly prunedCount: number;
  /** Where the next turn goes on. */
  readonly after: string | null;
  /** There was no device left. */
  readonly done: boolean;
}

/**
 * Turns receipts older than 400 days into tombstones (docs/rules.md#sync-retention), a slice of one
 * device at a time, each in a transaction of its own. Interrupted or repeated, it goes on where it was.
 */
export async function pruneReceipts(
  em: SqlEntityManager,
  input: PruneReceiptsInput,
): Promise<PrunedReceipts> {
  let { after } = input;
  let prunedCount = 0;
  for (let slice = 0; slice < SLICES; slice += 1) {
    const pruned = await pruneSlice(em, after);
    prunedCount += pruned.prunedCount;
    ({ after } = pruned);
    if (pruned.done) return { prunedCount, after, done: true };
  }
  return { prunedCount, after, done: false };
}

async function pruneSlice(em: SqlEntityManager, after: string | null): Promise<PrunedReceipts> {
  const { deviceId, lastId } = await findPrunableDevice(em.fork(), after);
  if (deviceId === null) return { prunedCount: 0, after: lastId, done: lastId === null };
  const { prunedCount, full } = await transact(em, (tx) => pruneDevice(tx, deviceId));
  return { prunedCount, after: full ? after : deviceId, done: false };
}

async function pruneDevice(tx: Tx, deviceId: string) {
  await lockDevice(tx, deviceId);
  const chainSeqs = await lockOldReceipts(tx, deviceId, SLICE);
  const old = await readOldReceipts(tx, deviceId, chainSeqs);
  const prunable = old.filter((receipt) => receipt.prunable);
  if (prunable.length > 0) {
    await nameVerdicts(
      tx,
      prunable.map(({ status, code }) => ({ status, code: code ?? status })),
    );
    await buryReceipts(tx, deviceId, prunable.map(burial));
  }
  const last = old.at(-1);
  if (last !== undefined) await recordPruned(tx, deviceId, last);
  return { prunedCount: prunable.length, full: old.length >= SLICE };
}

function burial(receipt: OldReceipt) {
  const { type: operationType, version: operationVersion, ...rest } = receipt;
  const fingerprint = shortFingerprint({ operationType, operationVersion, ...rest });
  return { chainSeq: receipt.chainSeq, fingerprint, code: receipt.code ?? receipt.status };
}
