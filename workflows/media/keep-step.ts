import type { CleanedSlice } from "../../activities/media/finish-left-uploads.ts";

/**
 * Runs a step slice by slice.
 *
 * @param from where to continue after the first slice, which handles the work before all files; null starts over.
 */
export async function keepStep(
  slice: (after: string | null) => Promise<CleanedSlice>,
  from: string | null,
): Promise<KeptStep> {
  let [count, failedCount] = [0, 0];
  let after: string | null = null;
  let next = from;
  for (let done = 0; done < MOST_SLICES; done += 1) {
    const cleaned: CleanedSlice = await slice(after);
    count += cleaned.count;
    failedCount += cleaned.failedCount ?? 0;
    if (!cleaned.more) return { count, failedCount, walkedTo: null };
    ({ after } = cleaned);
    if (after !== null && next !== null) [after, next] = [next, null];
  }
  return { count, failedCount, walkedTo: after };
}

/** Slices of one step in one run; the next run finds the rest. */
export const MOST_SLICES = 200;

/** Result of one run, and the position that the next run reads from it. */
export interface Upkeep {
  /** Number of records and files. */
  readonly count: number;
  /** The file at which the walk through all files continues; null if it reached the end. */
  readonly walkedTo: string | null;
}

/** Result of one step. */
export interface KeptStep extends Upkeep {
  /** Number of items that failed individually. */
  readonly failedCount: number;
}

/**
 * Where the schedule's last run ended its walk, read from its result; null for the first run, and after a complete
 * walk.
 */
export function walkedBefore(lastResult: unknown): string | null {
  if (typeof lastResult !== "object" || lastResult === null) return null;
  const walkedTo = "walkedTo" in lastResult ? lastResult.walkedTo : null;
  return typeof walkedTo === "string" ? walkedTo : null;
}
