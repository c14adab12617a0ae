import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import {
  countFailedSettlement,
  findDueBatches,
  postponeSettlement,
  type DueBatch,
  type Settler,
} from "../../../db/sync/settlement/find-due-batches.ts";
import { withHint } from "../../../db/platform/transactions/relay-hints.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { doublingPause, SETTLE_PAUSES } from "../../../rules/outbox/doubling-pause.ts";
import type { LaneShare } from "../../../rules/sync/lane-share.ts";
import { linkTraces } from "../../../db/platform/tracing/stored-traces.ts";
import { bisect } from "../../bisect.ts";
import { settleSlice } from "./settle-slice.ts";
import { hasTime, type Budget, type SettlementDeps } from "./settlement-deps.ts";

/** One settlement call of one lane. */
export interface LaneRun extends SettlementDeps, Budget {
  readonly share: LaneShare;
  readonly settler: Settler;
}

/** Batches that were settled or failed, and relationships that were skipped. */
export interface Progress {
  readonly settled: readonly string[];
  readonly failedCount: number;
  /** Relationships locked by another transaction. */
  readonly skipped: readonly string[];
  /** True if the time ran out before all batches were tried. */
  readonly more: boolean;
}

/** Maximum batches of one transaction, and target time for holding the relationships' locks, in milliseconds. */
const MOST = 40;
const LOCKED_MS = 100;

/** Milliseconds after which settlement waits for the locked relationship of a batch instead of skipping it. */
const LOCK_TIMEOUT_MS = 3_000;

/** Part of a call reserved for batches that failed before, in milliseconds. */
const FOR_FAILED_MS = 200;

/**
 * Settles batches that were never tried, in slices small enough to be fast. Batches that arrive meanwhile wait for
 * the next wake: a slice of a few costs as much as one of forty.
 */
export async function settleFresh(run: LaneRun): Promise<Progress> {
  const met = gather();
  const fresh = { share: run.share, failed: false };
  const until = run.until - FOR_FAILED_MS;
  let limit = MOST;
  while (hasTime({ until })) {
    const batches = await findDueBatches(run.em.fork(), { ...fresh, except: [...met.held], limit });
    if (batches.length === 0) return met.progress(false);
    const begun = performance.now();
    met.add(await settleInParts(run, batches));
    if (batches.length < limit) return met.progress(false);
    limit = nextLimit(limit, performance.now() - begun);
  }
  return met.progress(true);
}

/**
 * Retries batches that failed before, each alone, so that one bad batch does not harm the others, and those with the
 * fewest failures first. For the oldest batch that was skipped too long it waits for the lock.
 */
export async function settleFailed(run: LaneRun, passedBy: readonly string[]): Promise<Progress> {
  const met = gather(passedBy);
  const { em, share } = run;
  if (passedBy.length > 0) {
    const query = { share, failed: false, except: [], only: passedBy, limit: 1 };
    const [oldest] = await findDueBatches(em.fork(), query);
    if (oldest !== undefined && isLate(oldest) && hasTime(run))
      met.add(await settleAlone(run, oldest));
  }
  while (hasTime(run)) {
    const query = { share, failed: true, except: [...met.held], limit: MOST };
    const batches = await findDueBatches(em.fork(), query);
    if (batches.length === 0) return met.progress(false);
    for (const batch of batches) {
      if (hasTime(run) && !met.held.has(batch.relationshipId))
        met.add(await settleAlone(run, batch));
    }
  }
  return met.progress(true);
}

const isLate = ({ lateByMs }: DueBatch) => lateByMs > LOCK_TIMEOUT_MS;

/** Accumulates the progress of the slices of one call. */
function gather(passedBy: readonly string[] = []) {
  const settled: string[] = [];
  const skipped = new Set(passedBy);
  let failedCount = 0;
  return {
    held: skipped,
    add(slice: Slice) {
      settled.push(...slice.settled);
      failedCount += slice.failedCount;
      for (const relationshipId of slice.skipped) skipped.add(relationshipId);
    },
    progress: (more: boolean): Progress => ({ settled, failedCount, skipped: [...skipped], more }),
  };
}

/** Shrinks the slice after a slow one, which holds its locks too long, and grows it after a fast one. */
function nextLimit(limit: number, tookMs: number): number {
  const fitting = Math.floor((limit * LOCKED_MS) / Math.max(tookMs, 1));
  return Math.min(MOST, Math.max(1, Math.min(limit * 2, fitting)));
}

type Slice = Pick<Progress, "settled" | "failedCount" | "skipped">;

/**
 * Settles all together and bisects after a failure, until the bad batches are isolated. If time runs out, the rest
 * count as failed and are retried alone.
 */
async function settleInParts(run: LaneRun, batches: readonly DueBatch[]): Promise<Slice> {
  const parts = await bisect<DueBatch, Slice | Unsettled>(batches, {
    together: async (some) =>
      await settleOnce(run, some, false).catch((fault: unknown) => {
        if (hasTime(run)) throw fault;
        return { batches: some, fault };
      }),
    alone: async (batch, fault) => ({ batches: [batch], fault }),
    isOwn: () => true,
  });
  const met = gather();
  for (const part of parts)
    met.add("settled" in part ? part : await countFailure(run, part.batches, part.fault));
  return met.progress(false);
}

/** Batches that were not settled together, and why. */
interface Unsettled {
  readonly batches: readonly DueBatch[];
  readonly fault: unknown;
}

async function settleAlone(run: LaneRun, batch: DueBatch): Promise<Slice> {
  return await settleOnce(run, [batch], isLate(batch)).catch(
    async (fault) => await countFailure(run, [batch], fault),
  );
}

/** One attempt only: a batch that takes too long once is counted at once. */
async function settleOnce(
  { em, settlements, settler, log, countBatches }: LaneRun,
  batches: readonly DueBatch[],
  waits: boolean,
): Promise<Slice> {
  const span = {
    name: "settle batches",
    attributesOf: () => ({
      "sideline.lane": settler.lane,
      "sideline.run_id": settler.runId,
      "sideline.batches": batches.length,
    }),
  };
  const { settled, skipped } = await linkTraces(batches, span, () =>
    withHint(em, () =>
      em.fork().transactional((tx) => settleSlice(tx, { batches, settlements, settler, waits })),
    ),
  );
  countBatches(settled.length, null);
  log.debug({ ...settler, batchIds: settled }, "settled");
  return { settled, skipped, failedCount: 0 };
}

/**
 * Counts a failure of any class. If the database is unavailable the count itself fails, so every counted failure has
 * another cause. A batch that failed alone is retried after a pause that doubles with each failure. Others are
 * retried at once, each alone.
 *
 * @throws Error of the database when it is unavailable.
 */
async function countFailure(
  { em, log, countBatches }: LaneRun,
  batches: readonly DueBatch[],
  fault: unknown,
): Promise<Slice> {
  const batchIds = batches.map(({ batchId }) => batchId);
  const failureCode = faultClassOf(fault);
  await transact(em, async (tx) => {
    const counted = await countFailedSettlement(tx, batchIds, failureCode);
    const [alone] = batches.length === 1 ? counted : [];
    if (alone === undefined) return;
    const pauseMs = doublingPause(alone.attempts, SETTLE_PAUSES);
    await postponeSettlement(tx, { batchId: alone.batchId, pauseMs });
  });
  log.error({ batchIds, failureClass: failureCode }, "batches were not settled");
  countBatches(batchIds.length, failureCode);
  return { settled: [], skipped: [], failedCount: batches.length };
}
