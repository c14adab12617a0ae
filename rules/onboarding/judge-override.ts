import type { FormAssignmentStatus } from "../../contract/forms/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { OnboardingTaskStatus } from "../../contract/onboarding/vocabulary.ts";
import { isClosed } from "./next-onboarding-deadline.ts";

/**
 * Why nobody except the client may act on a task, or null. A submitted task waits to be linked, and nobody may
 * interfere.
 */
export function judgeOverride(state: OverrideState): RefusedOverride | null {
  const { relationshipStatus, taskStatus, formStatus } = state;
  if (relationshipStatus === "PAUSED" || relationshipStatus === "ENDED") {
    return "RELATIONSHIP_INACTIVE";
  }
  return isClosed(taskStatus) || formStatus === "SUBMITTED" ? "TASK_CLOSED" : null;
}

/** The facts that decide about an override or a nudge. */
export interface OverrideState {
  readonly relationshipStatus: RelationshipStatus;
  readonly taskStatus: OnboardingTaskStatus;
  /** Status of the questionnaire; null for a task without one. */
  readonly formStatus: FormAssignmentStatus | null;
}

/** Why nothing can be done about a task, for now or for good. */
export type RefusedOverride = "RELATIONSHIP_INACTIVE" | "TASK_CLOSED";
