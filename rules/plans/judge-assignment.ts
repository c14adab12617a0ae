import type { RelationshipStatus } from "../../contract/identity/vocabulary.ts";
import type { PlanStatus } from "../../contract/plans/vocabulary.ts";
import type { ProblemCode } from "../../contract/problem.ts";

/** What decides whether a plan may be given to a relationship. */
export interface AssignmentRequest {
  readonly relationshipStatus: RelationshipStatus;
  readonly planStatus: PlanStatus;
  /** The same plan is already running in the relationship. */
  readonly alreadyAssigned: boolean;
  readonly endsBeforeStart: boolean;
}

/** Relationships that plans can be given to, and whose days are materialised. */
const OPEN_RELATIONSHIPS: readonly RelationshipStatus[] = ["ONBOARDING", "ACTIVE"];

/**
 * Why a plan cannot be assigned, or null when it can. The blocks of onboarding on nutrition plans
 * (ASSIGNMENT_BLOCKED, document 2) are decided here as soon as there is an onboarding to ask.
 */
export function judgeAssignment(request: AssignmentRequest): ProblemCode | null {
  if (!takesPlans(request.relationshipStatus)) return "RELATIONSHIP_INACTIVE";
  if (request.planStatus === "ARCHIVED" || request.alreadyAssigned || request.endsBeforeStart) {
    return "STATE_CONFLICT";
  }
  return null;
}

/** Whether a relationship gets plans and tasks: not while it is paused, never once it has ended. */
export function takesPlans(status: RelationshipStatus): boolean {
  return OPEN_RELATIONSHIPS.includes(status);
}
