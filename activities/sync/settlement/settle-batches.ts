import { faultClassOf } from "../../../db/fault-class.ts";
import {
  findFailedBatches,
  findFreshSlice,
  type BatchSlice,
} from "../../../db/sync/settlement/settlement.ts";
import { transact } from "../../../db/transact.ts";
import type { DeviceBacklog } from "./record-device-agenda.ts";
import { passOverBatch } from "./pass-over-batch.ts";
import { settleSlice, type SettledSlice } from "./settle-slice.ts";
import { hasTime, isTrouble, ownFault, TRIES, type SettlementRun } from "./settlement-run.ts";

/** Batches of one transaction (docs/rules.md#actors-pauses). */
const SLICE = 20;

/** What was settled so far, and the backlog after it; null when nothing was to be done. */
export interface Progress {
  readonly backlog: DeviceBacklog | null;
  readonly settledBatches: number;
}

/** Settles the batches that were never tried, slice by slice. */
export async function settleFresh(run: SettlementRun): Promise<Progress> {
  let progress: Progress = { backlog: null, settledBatches: 0 };
  while (hasTime(run)) {
    const slice = await findFreshSlice(run.em.fork(), run.deviceId, SLICE);
    if (slice === null) break;
    const { backlog, settledBatches } = await settleTogether(run, slice);
    progress = { backlog, settledBatches: progress.settledBatches + settledBatches };
    if (backlog?.due.fresh === false) break;
  }
  return progress;
}

/** Tries the batches again whose settlement failed before; answers how many went well. */
export async function settleFailed(run: SettlementRun): Promise<number> {
  let count = 0;
  for (const slice of await findFailedBatches(run.em.fork(), run.deviceId, TRIES)) {
    if (hasTime(run)) count += (await settleAlone(run, slice)).settledBatches;
  }
  return count;
}

/** Together while all is well; when that fails, each alone, so that one bad batch harms no other. */
async function settleTogether(run: SettlementRun, slice: BatchSlice): Promise<Progress> {
  try {
    return await settleOnce(run, slice);
  } catch (error) {
    if (isTrouble(error)) throw error;
    let progress: Progress = { backlog: null, settledBatches: 0 };
    for (const batchId of slice.batchIds) {
      const { backlog, settledBatches } = await settleAlone(run, {
        ...slice,
        batchIds: [batchId],
      });
      progress = { backlog, settledBatches: progress.settledBatches + settledBatches };
    }
    return progress;
  }
}

async function settleAlone(run: SettlementRun, slice: BatchSlice): Promise<SettledSlice> {
  try {
    return await settleOnce(run, slice);
  } catch (error) {
    if (isTrouble(error)) throw error;
    const fault = ownFault(error);
    const { em, deviceId, settlements, log, countBatches } = run;
    const { batchIds } = slice;
    const failureClass = faultClassOf(fault);
    log.error({ batchIds, failureClass }, "a batch was not settled");
    const backlog = await transact(em, (tx) =>
      passOverBatch(tx, { ...slice, deviceId, settlements }, fault),
    );
    countBatches(batchIds.length, failureClass);
    return { backlog, settledBatches: 0 };
  }
}

async function settleOnce(run: SettlementRun, slice: BatchSlice): Promise<SettledSlice> {
  const { em, deviceId, settlements, log, countBatches } = run;
  const settled = await transact(em, (tx) => settleSlice(tx, { ...slice, deviceId, settlements }));
  countBatches(settled.settledBatches, null);
  log.debug({ deviceId, batchIds: slice.batchIds, settled: settled.settledBatches }, "settled");
  return settled;
}
