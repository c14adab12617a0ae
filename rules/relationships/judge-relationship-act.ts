import type { RelationshipAct, ResumedStatus } from "../../contract/relationships/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";

/**
 * The state after an act, or why not (RELATIONSHIP_TRANSITIONS). Repeating an act is a conflict: somebody else's
 * reason is recorded.
 */
export function judgeRelationshipAct(
  state: RelationshipState,
  act: RelationshipAct,
): RelationshipState | RefusedRelationshipAct {
  const { status, resumesAs } = state;
  if (status === "ENDED") return "RELATIONSHIP_INACTIVE";
  switch (act) {
    case "PAUSE":
      return status === "PAUSED" ? "STATE_CONFLICT" : { status: "PAUSED", resumesAs: status };
    case "RESUME":
      return resumesAs === null ? "STATE_CONFLICT" : { status: resumesAs, resumesAs: null };
    case "END":
      return { status: "ENDED", resumesAs: null };
    case "WAIVE_BASELINE":
      return status === "ONBOARDING" ? { status: "ACTIVE", resumesAs: null } : "STATE_CONFLICT";
  }
}

/** The state of a relationship; `resumesAs` is the status a paused one returns to, null otherwise. */
export interface RelationshipState {
  readonly status: RelationshipStatus;
  readonly resumesAs: ResumedStatus | null;
}

/** Why an act is refused: the relationship has ended, or is in that state already. */
export type RefusedRelationshipAct = "RELATIONSHIP_INACTIVE" | "STATE_CONFLICT";

/** The state once the baseline is complete: onboarding is over; during a pause, once the pause ends. */
export function afterBaseline({ status, resumesAs }: RelationshipState): RelationshipState {
  if (status === "ONBOARDING") return { status: "ACTIVE", resumesAs };
  return { status, resumesAs: resumesAs === null ? null : "ACTIVE" };
}
