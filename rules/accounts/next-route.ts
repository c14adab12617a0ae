import type { NextRoute } from "../../contract/accounts/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { OnboardingTaskStatus } from "../../contract/onboarding/vocabulary.ts";

/**
 * Where the client app goes next: the questionnaire until it is filled in or skipped, then the baseline while the
 * relationship waits for it. A paused relationship goes to neither. Null for a client without a coach or without a
 * task.
 */
export function nextRoute(
  relationshipStatus: RelationshipStatus | null,
  taskStatus: OnboardingTaskStatus | null,
): NextRoute {
  const isPending = taskStatus === "READY" || taskStatus === "OPENED";
  switch (relationshipStatus) {
    case null:
    case "ENDED":
      return "INVITE_REQUIRED";
    case "ONBOARDING":
      if (isPending) return "ONBOARDING_QUESTIONNAIRE";
      return taskStatus === "SKIPPED_FOR_NOW" ? "LIGHTWEIGHT_WELCOME" : "BASELINE";
    case "ACTIVE":
      return isPending ? "ONBOARDING_QUESTIONNAIRE" : "TODAY";
    case "PAUSED":
      return "TODAY";
  }
}
