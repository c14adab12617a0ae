/**
 * When a lane must poll without being woken; null if the relay wakes it. The relay reports batches that arrived
 * during settlement, so that they are settled together with later ones. But the relay slows down while the oldest
 * batch stays. A batch stays if its relationship is locked, or if it failed and its retry became due during the
 * settlement (docs/rooms/actors.md#kinds).
 *
 * @param nextAt when the next of the batches is due that wait, in the past when it is late; null without one.
 * @param leftBehind whether a batch that was due was passed by, or failed.
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
