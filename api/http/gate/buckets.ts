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

interface Bucket {
  /** Requests that may still come at once. */
  left: number;
  filledAt: number;
  underWay: number;
}

/** Opens the buckets of one kind of senders. */
export function openBuckets(allowance: Allowance, options: BucketOptions = {}): Buckets {
  const { most = MOST_SENDERS, now = () => performance.now() } = options;
  const senders = new Map<string, Bucket>();

  /** The sender's bucket as it stands by now; whoever was here last stands last. */
  const bucketOf = (sender: string): Bucket => {
    const at = now();
    const known = senders.get(sender) ?? { left: allowance.burst, filledAt: at, underWay: 0 };
    known.left = Math.min(
      allowance.burst,
      known.left + ((at - known.filledAt) / 1000) * allowance.perSecond,
    );
    known.filledAt = at;
    senders.delete(sender);
    senders.set(sender, known);
    if (senders.size > most) forgetOne(senders);
    return known;
  };

  return {
    size: () => senders.size,
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

const refused = (seconds: number): Counted => {
  return { kind: "refused", retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
};

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
