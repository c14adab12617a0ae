import type { FormAssignmentStatus } from "../../contract/forms/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { OnboardingTaskStatus } from "../../contract/onboarding/vocabulary.ts";
import { isClosed } from "./next-onboarding-deadline.ts";

/** What an override or a nudge is judged by. */
export interface OverrideState {
  readonly relationshipStatus: RelationshipStatus;
  readonly taskStatus: OnboardingTaskStatus;
  /** Of the questionnaire; null for a task without one. */
  readonly formStatus: FormAssignmentStatus | null;
}

/** Why nothing can be done about a task any more, or at the moment. */
export type RefusedOverride = "RELATIONSHIP_INACTIVE" | "TASK_CLOSED";

/**
 * Why somebody beside the client cannot act on a task, or null. What was submitted waits to be linked,
 * and nobody comes between.
 */
export function judgeOverride(state: OverrideState): RefusedOverride | null {
  const { relationshipStatus, taskStatus, formStatus } = state;
  if (relationshipStatus === "PAUSED" || relationshipStatus === "ENDED") {
    return "RELATIONSHIP_INACTIVE";
  }
  return isClosed(taskStatus) || formStatus === "SUBMITTED" ? "TASK_CLOSED" : null;
}
