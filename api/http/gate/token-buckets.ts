import type { ClientQuota } from "./client-quota.ts";

/** The token buckets of one kind of client keys, in this process's memory. */
export interface TokenBuckets {
  /**
   * Counts a request of a client key.
   *
   * @param inTurn the caller sends one request after the other. With no other request in flight, it never exceeds its
   *   rate.
   */
  count(clientKey: string, inTurn: boolean): Counted;
  /** Records a refusal of a client key; returns how many milliseconds to delay its answer. */
  delayMs(clientKey: string): number;
  /** Number of client keys in memory. */
  size(): number;
}

/** Releases a slot; calling it twice has no further effect. */
export type Leave = () => void;

/** A counted request, or the seconds until a retry makes sense. */
export type Counted =
  | { readonly kind: "counted"; readonly leave: Leave }
  | { readonly kind: "refused"; readonly retryAfterSeconds: number };

/** The options of buckets, in addition to the quota. */
export interface TokenBucketOptions {
  /** Maximum client keys in memory: the least recently seen is evicted, and starts again with a full bucket. */
  readonly most?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

const MOST_CLIENTS = 20_000;
/** Retry time for a client key with too many concurrent requests: some will be answered by then. */
const RETRY_SECONDS = 1;
/** Refusals a second that are answered at once. Each further one is delayed longer, up to a second. */
const REFUSALS_PER_SECOND = 20;
const DELAY_MS_EACH = 50;
const DELAY_MS_MOST = 1_000;

interface TokenBucket {
  /** Remaining requests. */
  left: number;
  filledAt: number;
  underWay: number;
  /** Recent refusals; they decay at the rate above. */
  refusals: number;
}

/** Opens the buckets of one kind of client keys. */
export function openTokenBuckets(
  quota: ClientQuota,
  options: TokenBucketOptions = {},
): TokenBuckets {
  const { most = MOST_CLIENTS, now = () => performance.now() } = options;
  const buckets = new Map<string, TokenBucket>();

  /** The bucket of a client key, refilled up to now; the most recently used stays last. */
  const bucketOf = (clientKey: string): TokenBucket => {
    const bucket = buckets.get(clientKey) ?? newTokenBucket(quota, now());
    letTimePass(bucket, quota, now());
    buckets.delete(clientKey);
    buckets.set(clientKey, bucket);
    if (buckets.size > most) forgetOne(buckets);
    return bucket;
  };

  return {
    size: () => buckets.size,
    delayMs(clientKey) {
      const bucket = bucketOf(clientKey);
      bucket.refusals += 1;
      const tooMany = Math.max(0, bucket.refusals - REFUSALS_PER_SECOND);
      return Math.min(DELAY_MS_MOST, tooMany * DELAY_MS_EACH);
    },
    count(clientKey, inTurn) {
      const bucket = bucketOf(clientKey);
      if (bucket.underWay >= quota.underWay) return refused(RETRY_SECONDS);
      const isAlone = inTurn && bucket.underWay === 0;
      if (bucket.left < 1 && !isAlone) return refused((1 - bucket.left) / quota.perSecond);
      bucket.left = Math.max(0, bucket.left - 1);
      return { kind: "counted", leave: begin(bucket) };
    },
  };
}

function newTokenBucket({ burst }: ClientQuota, filledAt: number): TokenBucket {
  return { left: burst, filledAt, underWay: 0, refusals: 0 };
}

function letTimePass(bucket: TokenBucket, { burst, perSecond }: ClientQuota, at: number): void {
  const seconds = (at - bucket.filledAt) / 1000;
  bucket.left = Math.min(burst, bucket.left + seconds * perSecond);
  bucket.refusals = Math.max(0, bucket.refusals - seconds * REFUSALS_PER_SECOND);
  bucket.filledAt = at;
}

function refused(seconds: number): Counted {
  return { kind: "refused", retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}

function begin(bucket: TokenBucket): Leave {
  let isUnderWay = true;
  bucket.underWay += 1;
  return () => {
    if (isUnderWay) bucket.underWay -= 1;
    isUnderWay = false;
  };
}

/** Never evict a bucket with requests in flight; their release would be lost. */
function forgetOne(buckets: Map<string, TokenBucket>): void {
  for (const [clientKey, { underWay }] of buckets) {
    if (underWay > 0) continue;
    buckets.delete(clientKey);
    return;
  }
}
