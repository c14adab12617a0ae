import type { Logger } from "pino";
import { rowFaultOf } from "../db/fault-class.ts";
import { isTrouble } from "../db/transact.ts";

/** How many did what was to be done, and how many failed by themselves. */
export interface WorkProgress {
  readonly doneCount: number;
  readonly failedCount: number;
}

/** What is done with some of them at once, and with one that fails by itself. */
export interface BisectedWork {
  /** Returns how much was done. */
  readonly together: (ids: readonly string[]) => Promise<number>;
  readonly alone: (id: string, error: unknown) => Promise<void>;
}

/**
 * Does something with many at once; when that fails with each half of them, until those that do it stand alone.
 *
 * @param stops whether nobody of them is at fault for an error: trouble of the database, unless told.
 * @throws by what it stops: then all is to be tried again.
 */
export async function bisectWork(
  ids: readonly string[],
  work: BisectedWork,
  stops: (error: unknown) => boolean = isTrouble,
): Promise<WorkProgress> {
  const { together, alone } = work;
  if (ids.length === 0) return { doneCount: 0, failedCount: 0 };
  try {
    return { doneCount: await together(ids), failedCount: 0 };
  } catch (error) {
    if (stops(error)) throw error;
    const [id, ...others] = ids;
    if (id !== undefined && others.length === 0) {
      await alone(id, error);
      return { doneCount: 0, failedCount: 1 };
    }
    const half = Math.ceil(ids.length / 2);
    const one = await bisectWork(ids.slice(0, half), work, stops);
    const other = await bisectWork(ids.slice(half), work, stops);
    return {
      doneCount: one.doneCount + other.doneCount,
      failedCount: one.failedCount + other.failedCount,
    };
  }
}

/** Whether an error is no fault of a row by itself (docs/rooms/house.md#one-fault): then all is to be tried again. */
export function isNoRowFault(error: unknown): boolean {
  return rowFaultOf(error) === null;
}

/** Hears of each that failed by itself. */
export type FaultLog = Pick<Logger, "error">;
