import { MEDIA_QUOTA } from "../../../contract/exercises/media-vocabulary.ts";

/** When a place becomes free, given when each exercise was last requested, oldest first. */
export function placeFreeAt(lastRequestedAt: readonly Date[], excess: number): Date | null {
  const leaving = lastRequestedAt.map((at) => ({ at, amount: 1 }));
  return freeAt(leaving, excess, MEDIA_QUOTA.placeHours);
}

const HOUR_MS = 3_600_000;

/** Usage that leaves its window after a time: an exercise with its place, an access with its minutes. */
export interface Leaving {
  /** When it was last requested. */
  readonly at: Date;
  readonly amount: number;
}

/**
 * When enough usage has left its window.
 *
 * @param oldestFirst the counted usage, oldest first.
 * @param excess how much usage must leave the window.
 * @returns null if even all of it is less than the excess, because the rest is usage outside this product.
 */
function freeAt(oldestFirst: Iterable<Leaving>, excess: number, windowHours: number): Date | null {
  let left = excess;
  for (const { at, amount } of oldestFirst) {
    left -= amount;
    if (left <= 0) return new Date(at.getTime() + windowHours * HOUR_MS);
  }
  return null;
}

/** When the given excess of minutes becomes free, from accesses, oldest first. */
export function minutesFreeAt(accesses: readonly Leaving[], excess: number): Date | null {
  return freeAt(accesses, excess, MEDIA_QUOTA.minutesDays * 24);
}
