import type { OnboardingPrincipal } from "../../contract/onboarding/vocabulary.ts";

/** The actor of an onboarding; staff need no account, their subject is audited instead. */
export interface OnboardingActing {
  readonly kind: OnboardingPrincipal;
  readonly userId: string | null;
  readonly subject?: string;
}

/** Ids, counts and instants that belong to an event; never a reason or an answer. */
export type Evidence = Readonly<Record<string, string | number | null>>;
