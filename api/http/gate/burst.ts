/** Whether a burst may exceed a concurrency limit for a moment. */
export interface Burst {
  /** By which factor the limit may be exceeded now; 1 means not at all. */
  factor(isFull: boolean): number;
  /** Ends it: somebody was refused, so this is an overload. */
  end(): void;
}

/** The options of a burst. */
export interface BurstOptions {
  /** Milliseconds for which a limit may be exceeded. */
  readonly burstMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

const BURST_FACTOR = 3;
/** Without a refusal for this time, the overload is over. */
const CALM_AFTER_MS = 5_000;

/**
 * Tells a burst from an overload, as CoDel does. After a stall of the process, the requests that arrived meanwhile come
 * at once and are soon served. A limit that stays reached is an overload; then waiting longer helps nobody.
 */
export function openBurst({ burstMs, now = () => performance.now() }: BurstOptions): Burst {
  let fullSince: number | null = null;
  let endedAt = Number.NEGATIVE_INFINITY;
  return {
    factor(isFull) {
      const at = now();
      fullSince = isFull ? (fullSince ?? at) : null;
      const isCalm = at - endedAt >= CALM_AFTER_MS;
      return isCalm && at - (fullSince ?? at) < burstMs ? BURST_FACTOR : 1;
    },
    end() {
      endedAt = now();
    },
  };
}
