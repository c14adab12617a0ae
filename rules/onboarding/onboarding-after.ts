import type { ClientOnboardingStatus } from "../../contract/accounts/vocabulary.ts";
import type {
  OnboardingTaskStatus,
  ResumedWorkflowStatus,
} from "../../contract/onboarding/vocabulary.ts";

/** The consequences of an onboarding questionnaire's status. */
export interface OnboardingAfter {
  readonly workflowStatus: ResumedWorkflowStatus;
  readonly profileStatus: ClientOnboardingStatus;
  /** Programs and nutrition plans are not assigned. */
  readonly isBlocked: boolean;
  /** The task can still be done. */
  readonly isPending: boolean;
}

/**
 * Workflow, blocks and the client's profile by the status of the task (docs/rooms/onboarding.md#task-and-workflow).
 * Null for an expired task: the relationship has ended, and the profile may serve another.
 */
export function onboardingAfter(status: OnboardingTaskStatus): OnboardingAfter | null {
  switch (status) {
    case "READY":
    case "OPENED":
      return {
        workflowStatus: "IN_PROGRESS",
        profileStatus: "IN_PROGRESS",
        isBlocked: false,
        isPending: true,
      };
    case "SKIPPED_FOR_NOW":
      return {
        workflowStatus: "COMPLETED_WITH_PENDING_TASK",
        profileStatus: "BLOCKED",
        isBlocked: true,
        isPending: true,
      };
    case "COMPLETED":
    case "CANCELLED":
      return {
        workflowStatus: "COMPLETED",
        profileStatus: "COMPLETED",
        isBlocked: false,
        isPending: false,
      };
    case "EXPIRED":
      return null;
  }
}
