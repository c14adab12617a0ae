import { defineActor } from "../outbox/define-actor.ts";

/** `onboarding/{instanceId}` (docs/rooms/actors.md#kinds). */
export const onboardingActor = defineActor({
  kind: "onboarding",
  subject: ["instanceId"],
  wakesOn: [
    "ClientOnboardingStarted",
    "OnboardingTaskOpened",
    "OnboardingTaskResumed",
    "OnboardingTaskSkipped",
    "OnboardingTaskCompleted",
    "OnboardingTaskCancelled",
    "OnboardingTaskOverridden",
    "FormSubmissionReceived",
    "CoachClientRelationshipPaused",
    "CoachClientRelationshipResumed",
    "CoachClientRelationshipEnded",
    "CoachClientRelationshipZoneChanged",
  ],
  dueReasons: ["REMINDER", "RETENTION", "LOOK"],
  searchAttributes: ["WorkspaceId", "RelationshipId", "OnboardingStatus", "CurrentStep"],
});
