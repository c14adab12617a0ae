/** A lane that left a due batch behind looks again by itself after so long, in milliseconds. */
const LEFT_BEHIND_MS = 1_000;

/**
 * When a lane has to look again by itself; null when it is told. What came while it settled is the relay's
 * to tell of, so that it is settled with what comes after it; but the relay is in no hurry while the oldest
 * batch stays, as that of a relationship in use does, or one that failed whose next try came due while
 * others were settled (docs/rooms/actors.md#kinds).
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
