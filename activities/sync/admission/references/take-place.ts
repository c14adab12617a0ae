import type { ReferenceStates } from "../../../../rules/sync/judge-links.ts";
import { judgeResubmission, type Resubmission } from "../../../../rules/sync/judge-resubmission.ts";
import { refuse } from "../../../../rules/sync/decision.ts";
import { outcomeOf, type Outcome } from "../outcome.ts";

/**
 * Determines which chain an operation continues, before anything else is decided about it. A refused or deferred
 * operation also takes its place in the chain, and the next one must name it.
 */
export function takePlace(
  { clientOperationId, inPlaceOf }: Resubmission,
  references: ReferenceStates,
): Placed {
  const judged = judgeResubmission({ clientOperationId, inPlaceOf }, references);
  return judged.kind === "FREE"
    ? { kind: "FREE", replaces: inPlaceOf }
    : outcomeOf({ ...refuse(judged.kind), parent: judged.parent });
}

/** The chain that an operation continues, newest first and mostly empty; or why it may not. */
export type Placed = { readonly kind: "FREE"; readonly replaces: readonly string[] } | Outcome;
