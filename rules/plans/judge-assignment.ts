import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { PlanKind } from "../../contract/plans/plan-definitions.ts";
import { PLAN_LIMITS, type PlanStatus } from "../../contract/plans/vocabulary.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import { isRunning } from "../relationships/is-running.ts";
import type { AssignmentBlocks } from "./assignment-blocks.ts";
import { taskKindOf } from "./task-kind.ts";

/**
 * Why a plan cannot be assigned, or null if it can. Nutrition waits while the client has skipped the questionnaire
 * (docs/rooms/onboarding.md#blocks).
 */
export function judgeAssignment(request: AssignmentRequest): ProblemCode | null {
  if (!isRunning({ status: request.relationshipStatus })) return "RELATIONSHIP_INACTIVE";
  if (isNutrition(request.planKind) && request.blocks.nutrition) return "ASSIGNMENT_BLOCKED";
  const isProgram = request.planKind === "PROGRAM";
  if (isProgram && request.blocks.programs) return "ASSIGNMENT_BLOCKED";
  if (request.planStatus !== "PUBLISHED" || request.alreadyAssigned || request.endsBeforeStart) {
    return "STATE_CONFLICT";
  }
  if (isProgram && request.programRuns) return "PROGRAM_RUNNING";
  if (request.openAssignments >= PLAN_LIMITS.openAssignments) return "ASSIGNMENT_LIMIT_REACHED";
  return null;
}

/** The facts that decide whether a plan may be assigned to a relationship. */
export interface AssignmentRequest {
  readonly relationshipStatus: RelationshipStatus;
  readonly planStatus: PlanStatus;
  readonly planKind: PlanKind;
  /** The plan kinds that the relationship's onboarding blocks. */
  readonly blocks: AssignmentBlocks;
  /** The same plan is already running in the relationship. */
  readonly alreadyAssigned: boolean;
  readonly endsBeforeStart: boolean;
  /** Another program is running in the relationship and continues. */
  readonly programRuns: boolean;
  /** Open assignments of the relationship, running or paused. */
  readonly openAssignments: number;
}

/**
 * Whether plans of a kind count as nutrition; a habit is neither nutrition nor a program
 * (docs/rooms/onboarding.md#blocks).
 */
export function isNutrition(kind: PlanKind): boolean {
  return taskKindOf(kind).sourceContext === "NUTRITION";
}
