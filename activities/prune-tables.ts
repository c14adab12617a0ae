import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { faultClassOf, rowFaultOf } from "../db/platform/transactions/fault-class.ts";
import { transact, type Tx } from "../db/platform/transactions/transact.ts";
import type { FaultLog } from "./bisect-work.ts";

/**
 * Deletes a slice of rows from each of some tables. After an interruption it continues where it stopped. A row that
 * cannot be deleted does not delay the others: it is passed over, logged and counted (docs/rooms/house.md#one-fault).
 *
 * @param passedOver how many rows at the front of each table this run has passed over.
 */
export async function pruneTables(
  { em, prunes, records, log, slice = SLICE }: Pruning,
  passedOver: readonly number[] = [],
): Promise<PrunedSlice> {
  let deletedCount = 0;
  let full = false;
  const after: number[] = [];
  for (const [place, prune] of prunes.entries()) {
    const skip = passedOver[place] ?? 0;
    const pruned = await takeSlice({ em, prune, onFault }, { limit: slice, skip });
    deletedCount += pruned.deletedCount;
    full ||= pruned.deletedCount + pruned.passedOver >= slice || pruned.isCut;
    after.push(skip + pruned.passedOver);
  }
  return { deletedCount, full, ...(after.some((count) => count > 0) && { passedOver: after }) };

  function onFault(error: unknown): void {
    log?.error({ records, failureClass: faultClassOf(error), err: error }, "a record is skipped");
  }
}

/** Rows of one slice: few enough for short locks. */
const SLICE = 1_000;

/** A slice passes over at most this many rows; the next slice continues behind them. */
const MOST_PASSED_OVER = 10;

/** The result of one slice; while `full`, there may be more. */
export interface PrunedSlice {
  readonly deletedCount: number;
  readonly full: boolean;
  /** Rows that cannot be deleted, by table, including those of earlier slices; absent if there are none. */
  readonly passedOver?: readonly number[];
}

/**
 * Deletes up to `limit` records of one table, oldest first, after skipping `skip` rows. Returns how many it deleted.
 */
export type Prune = (tx: Tx, limit: number, skip: number) => Promise<number>;

/** The tables to prune, and the log. */
export interface Pruning {
  readonly em: SqlEntityManager;
  readonly prunes: readonly Prune[];
  /** Name of the records in the log. */
  readonly records: string;
  /** Log for each row that cannot be deleted. */
  readonly log?: FaultLog | undefined;
  /** Rows of one slice, if not the default. */
  readonly slice?: number;
}

interface Taking {
  readonly em: SqlEntityManager;
  readonly prune: Prune;
  readonly onFault: (error: unknown) => void;
}

interface Taken {
  readonly deletedCount: number;
  readonly passedOver: number;
  /** True if the limit of passed-over rows was reached and the rest must wait for the next slice. */
  readonly isCut: boolean;
}

/** Deletes a slice at once; if a row fails, bisects the slice. */
async function takeSlice(
  taking: Taking,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<Taken> {
  try {
    const deletedCount = await transact(taking.em, (tx) => taking.prune(tx, limit, skip));
    return { deletedCount, passedOver: 0, isCut: false };
  } catch (error) {
    if (rowFaultOf(error) === null) throw error;
    if (limit === 1) {
      taking.onFault(error);
      return { deletedCount: 0, passedOver: 1, isCut: false };
    }
  }
  const half = Math.ceil(limit / 2);
  const first = await takeSlice(taking, { limit: half, skip });
  if (first.isCut || first.passedOver >= MOST_PASSED_OVER) return { ...first, isCut: true };
  const other = await takeSlice(taking, { limit: limit - half, skip: skip + first.passedOver });
  const passedOver = first.passedOver + other.passedOver;
  return { deletedCount: first.deletedCount + other.deletedCount, passedOver, isCut: other.isCut };
}
