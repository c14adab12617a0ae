import type { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import type { DueReasonOf } from "../../contract/outbox/define-actor.ts";
import type {
  OnboardingTaskEventType,
  OnboardingTaskStatus,
  WorkflowStatus,
} from "../../contract/onboarding/vocabulary.ts";
import { NOTHING_WAITS, type ActorAgenda } from "../../rules/outbox/actor-agenda.ts";

/** What an onboarding's actor has before it: ids, statuses and instants, as plain JSON. */
export interface OnboardingAgenda extends ActorAgenda<DueReasonOf<typeof onboardingActor>> {
  /** Null for an instance that does not exist. */
  readonly onboarding: {
    readonly workspaceId: string;
    readonly relationshipId: string;
    readonly status: WorkflowStatus;
    readonly currentStep: {
      readonly taskKey: string;
      readonly status: OnboardingTaskStatus;
    } | null;
    readonly nextReminderAt: string | null;
    readonly retentionExpiresAt: string | null;
    /** What happened to a task last; null once that is purged. */
    readonly lastEvent: { readonly type: OnboardingTaskEventType; readonly at: string } | null;
  } | null;
}

/** The agenda of an onboarding that is not there. */
export const NO_ONBOARDING: OnboardingAgenda = {
  ...NOTHING_WAITS,
  onboarding: null,
};
