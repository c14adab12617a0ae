import type { Texts } from "../texts/use-texts.ts";
import type { Onboarding } from "./board-query.ts";

/** The review that waits in the inbox: of the answers, else of the profile; null if nothing waits. */
export function waitingReview({ questionnaire, baseline }: Reviewable): string | null {
  return questionnaire.reviewTaskId ?? baseline?.reviewTaskId ?? null;
}

/** The part of an onboarding that a coach may have to review. */
interface Reviewable {
  readonly questionnaire: Pick<Onboarding["questionnaire"], "reviewTaskId">;
  readonly baseline: Pick<NonNullable<Onboarding["baseline"]>, "reviewTaskId"> | null;
}

/** The sentence for a review that waits: of the answers, else of the profile; null if nothing waits. */
export function reviewText(
  { t }: Pick<Texts, "t">,
  { questionnaire, baseline }: Onboarding,
): string | null {
  if (questionnaire.reviewTaskId !== null)
    return t("onboarding.answersToReview", { count: questionnaire.answered?.done ?? 0 });
  return baseline === null || baseline.reviewTaskId === null
    ? null
    : t("onboarding.profileToReview");
}
