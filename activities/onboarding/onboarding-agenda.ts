import type { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import type { DueReasonOf } from "../../contract/outbox/define-actor.ts";
import type {
  OnboardingTaskEventType,
  OnboardingTaskStatus,
  WorkflowStatus,
} from "../../contract/onboarding/vocabulary.ts";
import { NOTHING_WAITS, type ActorAgenda } from "../../rules/outbox/actor-agenda.ts";

/** The agenda of an onboarding's actor: ids, statuses and instants, as plain JSON. */
export interface OnboardingAgenda extends ActorAgenda<DueReasonOf<typeof onboardingActor>> {
  /** Null if the instance does not exist. */
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
    /** The last event of a task; null once it is purged. */
    readonly lastEvent: { readonly type: OnboardingTaskEventType; readonly at: string } | null;
  } | null;
}

/** The agenda of a missing onboarding. */
export const NO_ONBOARDING: OnboardingAgenda = {
  ...NOTHING_WAITS,
  onboarding: null,
};
