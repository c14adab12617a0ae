import type { ReactNode } from "react";
import { OpenForms } from "../forms/open-forms.tsx";
import type { Onboarding } from "../../device/account/types.ts";
import type { Page } from "../page.ts";
import type { Scope } from "../../device/types.ts";
import { BaselineCard } from "./baseline-card.tsx";
import { OnboardingCard } from "./onboarding-card.tsx";

/** The person's first steps above their day, and the forms that wait for an answer. */
export function OnboardingCards({ page, scope, onboarding }: OnboardingCardsProps): ReactNode {
  if (onboarding === null) return <OpenForms scope={scope} />;
  return (
    <>
      <OnboardingCard page={page} scope={scope} onboarding={onboarding} />
      <BaselineCard page={page} onboarding={onboarding} />
      {/* The questionnaire has its own place above. */}
      <OpenForms scope={scope} without={onboarding.formAssignmentId} />
    </>
  );
}

interface OnboardingCardsProps {
  readonly page: Page;
  readonly scope: Scope;
  /** Null if it was never read. */
  readonly onboarding: Onboarding | null;
}
