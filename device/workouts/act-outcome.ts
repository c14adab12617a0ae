import type { ActRefusal, WorkoutPrediction } from "./outcome-types.ts";
import type { WorkoutDraft } from "./view-types.ts";

/** Outcome of an act. */
export type ActOutcome =
  /** Stored. `operationId` is null if the act stays on this device until the submit. */
  | {
      readonly kind: "DONE";
      readonly operationId: string | null;
      readonly revision: number;
      readonly prediction: WorkoutPrediction;
    }
  /** The draft has changed since the revision that the page showed. Nothing is stored; `draft` is the present one. */
  | { readonly kind: "STALE"; readonly draft: WorkoutDraft }
  | { readonly kind: "REFUSED"; readonly code: ActRefusal };
