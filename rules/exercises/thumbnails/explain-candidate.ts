import type { MatchConflict, MatchVerdict } from "../../../contract/exercises/matching.ts";

/** Why a candidate is recommended or not, for its reviewer. */
export function explainCandidate(
  verdict: MatchVerdict,
  conflicts: readonly MatchConflict[],
): string {
  if (conflicts.length > 0) return `Differs in ${conflicts.join(", ")}`;
  if (verdict === "APPROVED") return "Equal in every slot";
  return "No conflict found, but the names are not similar enough";
}
