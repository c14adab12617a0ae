import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { faultClassOf, rowFaultOf } from "../db/fault-class.ts";
import { transact, type Tx } from "../db/transact.ts";
import type { FaultLog } from "./bisect-work.ts";

/** Rows of one slice: short enough for any lock. */
const SLICE = 1_000;

/** Rows that one slice passes over at most; the next slice goes on behind them. */
const MOST_PASSED_OVER = 10;

/** What one slice took away; while `full`, there may be more. */
export interface PrunedSlice {
  readonly deletedCount: number;
  readonly full: boolean;
  /** Rows that cannot be taken away, by table, those of earlier slices included; absent without any. */
  readonly passedOver?: readonly number[];
}

/**
 * Takes at most so many records of one table away, the oldest first, past as many at the front as `skip` says; answers
 * how many it took.
 */
export type Prune = (tx: Tx, limit: number, skip: number) => Promise<number>;

/** What is taken away, and how. */
export interface Pruning {
  readonly em: SqlEntityManager;
  readonly prunes: readonly Prune[];
  /** What the records are called in the log. */
  readonly records: string;
  /** Hears of each row that cannot be taken away. */
  readonly log?: FaultLog | undefined;
  /** Rows of one slice, where it is not the usual number. */
  readonly slice?: number;
}

/**
 * Takes a slice of rows away from each of some tables. Interrupted or repeated, it goes on where it was. A row that cannot
 * be taken away holds no other one up: it is passed over, logged and counted (docs/rooms/house.md#one-fault).
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
    const taken = await takeSlice({ em, prune, onFault }, { limit: slice, skip });
    deletedCount += taken.deletedCount;
    full ||= taken.deletedCount + taken.passedOver >= slice || taken.isCut;
    after.push(skip + taken.passedOver);
  }
  return { deletedCount, full, ...(after.some((count) => count > 0) && { passedOver: after }) };

  function onFault(error: unknown): void {
    log?.error(
      { records, failureClass: faultClassOf(error), err: error },
      "a record is passed over",
    );
  }
}

interface Taking {
  readonly em: SqlEntityManager;
  readonly prune: Prune;
  readonly onFault: (error: unknown) => void;
}

interface Taken {
  readonly deletedCount: number;
  readonly passedOver: number;
  /** So many rows were passed over that the rest is left to the next slice. */
  readonly isCut: boolean;
}

/** Takes a slice at once, or in halves where a row of it cannot be taken away. */
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
