import type { MatchConflict, MatchVerdict } from "../../../contract/exercises/matching.ts";

/** Why a candidate is recommended or not, for its reviewer. */
export function explainCandidate(
  verdict: MatchVerdict,
  conflicts: readonly MatchConflict[],
): string {
  if (conflicts.length > 0) return `Differs in ${conflicts.join(", ")}`;
  if (verdict === "APPROVED") return "Says the same in every slot";
  return "No difference found, but the names are not alike enough";
}
