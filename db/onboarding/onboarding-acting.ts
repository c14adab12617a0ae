import type { OnboardingPrincipal } from "../../contract/onboarding/vocabulary.ts";

/** Who acts on an onboarding; staff need no account, their subject stands in the audit then. */
export interface OnboardingActing {
  readonly kind: OnboardingPrincipal;
  readonly userId: string | null;
  readonly subject?: string;
}

/** Ids, counts and instants that belong to an event; never a reason, never an answer. */
export type Evidence = Readonly<Record<string, string | number | null>>;
