import type { Allowance } from "./allowance.ts";

/** Ends what was begun; told twice, it does nothing more. */
export type Leave = () => void;

/** A request that was counted, or the seconds until another try makes sense. */
export type Counted =
  | { readonly kind: "counted"; readonly leave: Leave }
  | { readonly kind: "refused"; readonly retryAfterSeconds: number };

/** Buckets of one kind of senders, in the memory of this process. */
export interface Buckets {
  /**
   * Counts a request of a sender.
   *
   * @param inTurn it waits for its own answer before it sends more: alone under way, it is never too fast.
   */
  count(sender: string, inTurn: boolean): Counted;
  /** Notes that a sender was told to come back later; answers for how many ms that is best held back. */
  holdBack(sender: string): number;
  /** How many senders are remembered. */
  size(): number;
}

/** What buckets rest on, besides what they allow. */
export interface BucketOptions {
  /** Senders remembered at most: who was not here for longest is forgotten, with a full bucket. */
  readonly most?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

const MOST_SENDERS = 20_000;
/** Who has too much under way may come back when some of it was answered. */
const NEXT_TURN_SECONDS = 1;
/** Refusals a second that are answered at once. Each beyond them is held back longer, up to a second. */
const REFUSALS_PER_SECOND = 20;
const HELD_MS_EACH = 50;
const HELD_MS_MOST = 1_000;

interface Bucket {
  /** Requests that may still come at once. */
  left: number;
  filledAt: number;
  underWay: number;
  /** Refusals of late; so many a second are forgotten. */
  refusals: number;
}

/** Opens the buckets of one kind of senders. */
export function openBuckets(allowance: Allowance, options: BucketOptions = {}): Buckets {
  const { most = MOST_SENDERS, now = () => performance.now() } = options;
  const senders = new Map<string, Bucket>();

  /** The sender's bucket as it stands by now; whoever was here last stands last. */
  const bucketOf = (sender: string): Bucket => {
    const bucket = senders.get(sender) ?? newBucket(allowance, now());
    letTimePass(bucket, allowance, now());
    senders.delete(sender);
    senders.set(sender, bucket);
    if (senders.size > most) forgetOne(senders);
    return bucket;
  };

  return {
    size: () => senders.size,
    holdBack(sender) {
      const bucket = bucketOf(sender);
      bucket.refusals += 1;
      const tooMany = Math.max(0, bucket.refusals - REFUSALS_PER_SECOND);
      return Math.min(HELD_MS_MOST, tooMany * HELD_MS_EACH);
    },
    count(sender, inTurn) {
      const bucket = bucketOf(sender);
      if (bucket.underWay >= allowance.underWay) return refused(NEXT_TURN_SECONDS);
      const isAlone = inTurn && bucket.underWay === 0;
      if (bucket.left < 1 && !isAlone) return refused((1 - bucket.left) / allowance.perSecond);
      bucket.left = Math.max(0, bucket.left - 1);
      return { kind: "counted", leave: begin(bucket) };
    },
  };
}

function newBucket({ burst }: Allowance, filledAt: number): Bucket {
  return { left: burst, filledAt, underWay: 0, refusals: 0 };
}

function letTimePass(bucket: Bucket, { burst, perSecond }: Allowance, at: number): void {
  const seconds = (at - bucket.filledAt) / 1000;
  bucket.left = Math.min(burst, bucket.left + seconds * perSecond);
  bucket.refusals = Math.max(0, bucket.refusals - seconds * REFUSALS_PER_SECOND);
  bucket.filledAt = at;
}

function refused(seconds: number): Counted {
  return { kind: "refused", retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}

function begin(bucket: Bucket): Leave {
  let isUnderWay = true;
  bucket.underWay += 1;
  return () => {
    if (isUnderWay) bucket.underWay -= 1;
    isUnderWay = false;
  };
}

/** Whoever has something under way is not forgotten: it would be counted as nobody's. */
function forgetOne(senders: Map<string, Bucket>): void {
  for (const [sender, { underWay }] of senders) {
    if (underWay > 0) continue;
    senders.delete(sender);
    return;
  }
}
