import type { PlanKind } from "../../contract/plans/plan-definitions.ts";
import type { ListedPlan } from "./plans-query.ts";

/** The plans of a kind whose title has the typed text, in upper or lower case. */
export function listPlans(
  plans: readonly ListedPlan[],
  { kind, typed }: PlanFilter,
): readonly ListedPlan[] {
  const wanted = typed.trim().toLocaleLowerCase();
  return plans.filter(
    (plan) =>
      (kind === null || plan.kind === kind) && plan.title.toLocaleLowerCase().includes(wanted),
  );
}

interface PlanFilter {
  readonly kind: PlanKind | null;
  readonly typed: string;
}

/** What a list says about a plan's revisions: the state people act on, and the tag's colour. */
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
