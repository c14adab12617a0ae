import type { OnlineOutcome } from "../online/types.ts";
import type { PartCall } from "../parts/part-call.ts";
import type {
  ClientMe,
  InvitationPreview,
  OnboardingTask,
  OwnClientProfile,
  OwnOnboarding,
  SaveClientProfile,
} from "../wire/account-types.ts";

/** The way of a client from an invitation to the first day (docs/rooms/device.md#account). */
export interface Account {
  /** Shows the holder of a link or code who invites whom. It needs no sign-in and stores nothing. */
  preview(invitation: { readonly invitationToken: string }): Promise<PreviewOutcome>;
  /**
   * The signed-in person, with or without an account: legal texts in force, a waiting invitation, another sign-in to
   * use.
   */
  me(): Promise<MeOutcome>;
  /**
   * Accepts an invitation for the person whose `signIn` answered NO_ACCOUNT, and signs them in. After a lost answer,
   * a kill or a restart the app signs in and calls it again: the invitation is accepted once.
   */
  accept(acceptance: Acceptance): Promise<AcceptanceOutcome>;
  /** The onboarding as this device last read it, also offline; null if it was never read. */
  onboarding(): Promise<Onboarding | null>;
  /** Forgets a refused act of `Onboarding.acts` once the person has read why. */
  dismiss(act: { readonly actId: string }): Promise<void>;
  /** Reads the onboarding and the profile. */
  refresh(): Promise<"READ" | "OFFLINE" | "SIGN_IN" | "LOCKED">;
  /** Opens a task before its form is shown; a skipped one is resumed. */
  open(task: OnboardingAct): Promise<OnlineOutcome>;
  /** Skips the questionnaire for now: it stays assigned, and programs and nutrition wait. */
  skip(task: OnboardingAct & { readonly reason?: string }): Promise<OnlineOutcome>;
  /**
   * Completes the questionnaire with a submission of its form. The server also does this by itself, some time later.
   */
  complete(task: OnboardingAct & { readonly formSubmissionId: string }): Promise<OnlineOutcome>;
  /** Replaces the whole profile. A complete one ends the onboarding, and coaching becomes active. */
  saveProfile(profile: SaveClientProfile & PartCall): Promise<OnlineOutcome>;
}

/** Input of a person who accepts an invitation, and the versions of the legal texts that they were shown. */
export interface Acceptance extends PartCall {
  readonly invitationToken: string;
  readonly displayName: string;
  readonly termsVersion: string;
  readonly privacyVersion: string;
}

/** An act on a task of the onboarding. */
export interface OnboardingAct extends PartCall {
  readonly taskId: string;
}

/** Outcome of a preview. */
export type PreviewOutcome =
  | { readonly kind: "INVITATION"; readonly invitation: InvitationPreview }
  /** The link is unknown, expired, revoked, replaced or used. */
  | { readonly kind: "REFUSED"; readonly code: string }
  | { readonly kind: "OFFLINE" };

/** The server's answer about the signed-in person. SIGN_IN: nobody is signed in. */
export type MeOutcome =
  | { readonly kind: "PERSON"; readonly me: ClientMe }
  | { readonly kind: "REFUSED"; readonly code: string }
  | { readonly kind: "OFFLINE" | "SIGN_IN" };

/**
 * Outcome of an acceptance. SIGN_IN: the device has no tokens of a person without an account, for example after a
 * restart: the app signs in and calls again. OTHER_PERSON: a sign-out deletes the former person's data first.
 */
export type AcceptanceOutcome =
  | { readonly kind: "ACCEPTED" | "SIGN_IN" | "OTHER_PERSON" }
  | { readonly kind: "REFUSED"; readonly code: string; readonly pointers: readonly string[] }
  /** The server has not answered; the acceptance may have arrived. */
  | { readonly kind: "OFFLINE" };

/** The onboarding of the person's relationship. */
export interface Onboarding {
  readonly readAt: number;
  readonly workflowStatus: OwnOnboarding["workflowStatus"];
  /** Assignments that are blocked while the questionnaire is skipped. */
  readonly blocks: OwnOnboarding["blocks"];
  /** The screen that comes next. */
  readonly nextRoute: OwnOnboarding["nextRoute"];
  /** All tasks, in order. */
  readonly tasks: readonly OnboardingTask[];
  /** The form of the questionnaire, for the part `forms`; null if none is assigned. */
  readonly formAssignmentId: string | null;
  /** The profile, and what the baseline still lacks. */
  readonly profile: OwnClientProfile;
  /** Acts that the server has not answered, or refused, also while nobody waited for the answer. */
  readonly acts: readonly StoredOnboardingAct[];
}

/** An act of the onboarding that this device stores. */
export interface StoredOnboardingAct {
  readonly actId: string;
  readonly step: OnboardingStep;
  /** Null for the profile. */
  readonly taskId: string | null;
  readonly outcome: OnlineOutcome;
}

/** The act of the onboarding: `open`, `skip`, `complete` or `saveProfile`. */
export type OnboardingStep = "OPEN" | "SKIP" | "COMPLETE" | "PROFILE";
