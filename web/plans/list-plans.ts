import type { PlanKind } from "../../contract/plans/plan-definitions.ts";
import { nameSearch } from "../kit/name-search.ts";
import type { ListedPlan } from "./plans-query.ts";

/** The plans of a kind whose title has the typed words, whatever their case and accents. */
export function listPlans(
  plans: readonly ListedPlan[],
  { kind, typed }: PlanFilter,
): readonly ListedPlan[] {
  const isSought = nameSearch(typed);
  return plans.filter((plan) => (kind === null || plan.kind === kind) && isSought(plan.title));
}

interface PlanFilter {
  readonly kind: PlanKind | null;
  readonly typed: string;
}

/** State of a plan in a list. People act on it, and it colours the tag. */
export function revisionState({ status, revision, hasDraft }: RevisionFacts): RevisionState {
  if (status === "ARCHIVED") return "ARCHIVED";
  if (revision === 0) return "NEW_DRAFT";
  return hasDraft ? "DRAFT_OVER" : "PUBLISHED";
}

export type RevisionState = "ARCHIVED" | "NEW_DRAFT" | "DRAFT_OVER" | "PUBLISHED";

interface RevisionFacts {
  readonly status: string;
  readonly revision: number;
  readonly hasDraft: boolean;
}
