/**
 * When a lane must poll on its own; null if the relay will wake it. The relay reports batches that arrived during
 * settlement, so that they are settled together with later ones. But it slows down while the oldest batch stays
 * unsettled. That happens if its relationship is locked, or if it failed and its retry became due during the settlement
 * (docs/rooms/actors.md#kinds).
 *
 * @param nextAt when the next waiting batch is due; in the past if it is late, null without one.
 * @param leftBehind whether a due batch was skipped or failed.
 */
export function nextLanePoll(
  { now, nextAt }: { readonly now: Date; readonly nextAt: Date | null },
  leftBehind: boolean,
): Date | null {
  if (nextAt === null || nextAt > now) return nextAt;
  return leftBehind ? new Date(now.getTime() + LEFT_BEHIND_MS) : null;
}

/** Milliseconds after which a lane that left a due batch behind polls again. */
const LEFT_BEHIND_MS = 1_000;
