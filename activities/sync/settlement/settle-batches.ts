import { faultClassOf } from "../../../db/fault-class.ts";
import {
  countFailedSettlement,
  findDueBatches,
  postponeSettlement,
  type DueBatch,
  type Settler,
} from "../../../db/sync/settlement/batches.ts";
import { transact } from "../../../db/transact.ts";
import { doublingPause, SETTLE_PAUSES } from "../../../rules/outbox/doubling-pause.ts";
import type { LaneShare } from "../../../rules/sync/lane-share.ts";
import { settleSlice } from "./settle-slice.ts";
import { hasTime, type Budget, type SettlementDeps } from "./settlement-run.ts";

/** One call of settlement for one lane. */
export interface LaneRun extends SettlementDeps, Budget {
  readonly share: LaneShare;
  readonly settler: Settler;
}

/** What was settled, whose settlement failed, and who was passed by. */
export interface Progress {
  readonly settled: readonly string[];
  readonly failedCount: number;
  /** Relationships that somebody else was writing to. */
  readonly held: readonly string[];
  /** The call's time was over before all of them were tried. */
  readonly more: boolean;
}

/** Most batches of one transaction, and how long it is to hold its relationships, in milliseconds. */
const MOST = 40;
const HOLD_MS = 100;

/** A relationship that was passed by for so long is waited for. */
const PATIENCE_MS = 3_000;

/** Part of a call that is left to batches whose settlement failed before, in milliseconds. */
const FOR_FAILED_MS = 200;

/**
 * Settles the batches that were never tried, slice by slice, none of them larger than it can be fast. What comes
 * meanwhile is left to the next wake: taken as it comes, a slice is of a few, and costs as much as one of forty.
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
 * Tries those again whose settlement failed before, each alone, so that one bad batch harms no other, and
 * first what failed least; and what was passed by for a while, for which it waits.
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

const isLate = ({ lateByMs }: DueBatch) => lateByMs > PATIENCE_MS;

/** Adds up what the slices of a call came to. */
function gather(passedBy: readonly string[] = []) {
  const settled: string[] = [];
  const held = new Set(passedBy);
  let failedCount = 0;
  return {
    held,
    add(slice: Slice) {
      settled.push(...slice.settled);
      failedCount += slice.failedCount;
      for (const relationshipId of slice.held) held.add(relationshipId);
    },
    progress: (more: boolean): Progress => ({ settled, failedCount, held: [...held], more }),
  };
}

/** A slice whose relationships were held too long becomes smaller, one that was fast larger. */
function nextLimit(limit: number, tookMs: number): number {
  const fitting = Math.floor((limit * HOLD_MS) / Math.max(tookMs, 1));
  return Math.min(MOST, Math.max(1, Math.min(limit * 2, fitting)));
}

type Slice = Pick<Progress, "settled" | "failedCount" | "held">;

/**
 * All together, and when that fails in halves, until the bad ones stand alone; those for which no time is
 * left are counted as failed, and tried again each alone.
 */
async function settleInParts(run: LaneRun, batches: readonly DueBatch[]): Promise<Slice> {
  const whole = await settleOnce(run, batches, false);
  if ("settled" in whole) return whole;
  if (batches.length === 1 || !hasTime(run)) return await countFailure(run, batches, whole.fault);
  const middle = Math.ceil(batches.length / 2);
  const met = gather();
  for (const half of [batches.slice(0, middle), batches.slice(middle)]) {
    met.add(await settleInParts(run, half));
  }
  return met.progress(false);
}

async function settleAlone(run: LaneRun, batch: DueBatch): Promise<Slice> {
  const alone = await settleOnce(run, [batch], isLate(batch));
  return "settled" in alone ? alone : await countFailure(run, [batch], alone.fault);
}

/** One try, not two: what takes too long once is counted at once. */
async function settleOnce(
  { em, settlements, settler, log, countBatches }: LaneRun,
  batches: readonly DueBatch[],
  waits: boolean,
): Promise<Slice | { readonly fault: unknown }> {
  try {
    const { settled, held } = await em
      .fork()
      .transactional((tx) => settleSlice(tx, { batches, settlements, settler, waits }));
    countBatches(settled.length, null);
    log.debug({ ...settler, batchIds: settled }, "settled");
    return { settled, held, failedCount: 0 };
  } catch (fault) {
    return { fault };
  }
}

/**
 * Counts the failure, whatever its class: of a database that is away nothing can be counted, and what
 * can be is no trouble of the database. A batch that failed alone is tried again after a pause that
 * doubles with each failure; others come again at once, each alone.
 *
 * @throws Error of the database when it is away.
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
  return { settled: [], held: [], failedCount: batches.length };
}
