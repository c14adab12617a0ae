import type { ProblemCode } from "../../contract/problems.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";

/**
 * Whether a coach may review a local day (docs/rooms/quick-log.md#review): no future day, and no day of an ended
 * relationship. A pause does not prevent it.
 *
 * @returns the refusal, or null.
 */
export function judgeReview(facts: ReviewFacts): ProblemCode | null {
  if (facts.relationshipStatus === "ENDED") return "RELATIONSHIP_INACTIVE";
  return facts.localDate > facts.presentDate ? "STATE_CONFLICT" : null;
}

/** The facts that decide whether a coach may review a day. */
export interface ReviewFacts {
  readonly relationshipStatus: RelationshipStatus;
  readonly localDate: string;
  /** Newest local day of the relationship. */
  readonly presentDate: string;
}
