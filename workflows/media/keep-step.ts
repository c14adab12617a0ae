import type { CleanedSlice } from "../../activities/media/finish-left-uploads.ts";

/** Slices of one step in one run; what is left over is found by the next. */
export const MOST_SLICES = 200;

/** What one run dealt with, and what the next one reads of it. */
export interface Upkeep {
  /** Records and files. */
  readonly count: number;
  /** The file at which the walk through all files goes on; null when it came to the end. */
  readonly walkedTo: string | null;
}

/** What one step did. */
export interface KeptStep extends Upkeep {
  /** What failed by itself. */
  readonly failedCount: number;
}

/**
 * Does a step slice by slice.
 *
 * @param from where to go on once the first slice is done, which sees to what comes before all files; null begins anew.
 */
export async function keepStep(
  slice: (after: string | null) => Promise<CleanedSlice>,
  from: string | null,
): Promise<KeptStep> {
  let [count, failedCount] = [0, 0];
  let after: string | null = null;
  let next = from;
  for (let done = 0; done < MOST_SLICES; done += 1) {
    const kept: CleanedSlice = await slice(after);
    count += kept.count;
    failedCount += kept.failedCount ?? 0;
    if (!kept.more) return { count, failedCount, walkedTo: null };
    ({ after } = kept);
    if (after !== null && next !== null) [after, next] = [next, null];
  }
  return { count, failedCount, walkedTo: after };
}

/** Where the last run of a schedule ended its walk, by its result; null for a first one, and for one that was whole. */
export function walkedBefore(lastResult: unknown): string | null {
  if (typeof lastResult !== "object" || lastResult === null) return null;
  const walkedTo = "walkedTo" in lastResult ? lastResult.walkedTo : null;
  return typeof walkedTo === "string" ? walkedTo : null;
}
