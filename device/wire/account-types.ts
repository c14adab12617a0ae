// Generated from the API by `npm run device:types`.

import type { Open } from "./sync-types.ts";

/**
 * Without an account, everything but the flags and a waiting invitation is empty, and nextRoute is
 * INVITE_REQUIRED, or SIGN_IN_OTHER_WAY if another sign-in has an account.
 */
export interface ClientMe {
  readonly user: User | null;
  readonly clientProfile: ClientProfile | null;
  readonly relationship: ClientRelationship | null;
  /** The relationship that ended last, and when; null while one is open, or if there was none. */
  readonly formerRelationship: FormerRelationship | null;
  readonly onboardingStatus: Open<"NOT_STARTED" | "IN_PROGRESS" | "COMPLETED" | "BLOCKED"> | null;
  /** Open tasks of the onboarding, in order. */
  readonly pendingTasks: readonly OnboardingTask[];
  readonly nextRoute: Open<
    | "LIGHTWEIGHT_WELCOME"
    | "ONBOARDING_QUESTIONNAIRE"
    | "BASELINE"
    | "TODAY"
    | "INVITE_REQUIRED"
    | "SIGN_IN_OTHER_WAY"
  >;
  /** For SIGN_IN_OTHER_WAY: aliases of the sign-ins of the account that has the verified contact. */
  readonly signInWith: readonly string[];
  /** For INVITE_REQUIRED without an account; null otherwise, or if none waits. */
  readonly waitingInvitation: WaitingInvitation | null;
  readonly roles: readonly Open<"COACH" | "CLIENT">[];
  readonly permissions: readonly string[];
  readonly featureFlags: Readonly<Record<string, boolean>>;
  /** The legal texts in force, to be shown and accepted. */
  readonly legalVersions: LegalVersions;
  /** True until the legal versions in force are accepted; nothing is refused meanwhile. */
  readonly termsAcceptanceRequired: boolean;
}

/** An account with its own contacts; null where it has none of that kind. */
export interface User {
  readonly userId: string;
  readonly displayName: string;
  readonly primaryEmail: string | null;
  readonly primaryPhone: string | null;
  readonly status: Open<"ACTIVE" | "SUSPENDED" | "PENDING_DELETION">;
  readonly createdAt: string;
}

/** Name of a client, and zone and language of their app. */
export interface ClientProfile {
  readonly displayName: string;
  readonly timezone: string;
  readonly locale: string;
}

/** A client's one relationship that is not ended. */
export interface ClientRelationship {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly coachUserId: string;
  readonly coachDisplayName: string;
  /** The handle that the coach chose; null without one. */
  readonly coachPublicHandle: string | null;
  readonly status: Open<"ONBOARDING" | "ACTIVE" | "PAUSED" | "ENDED">;
  readonly timezone: string;
  readonly startedAt: string;
}

/** The client's last relationship, which has ended. */
export interface FormerRelationship {
  readonly relationshipId: string;
  readonly workspaceName: string;
  readonly coachDisplayName: string;
  readonly endedAt: string;
}

/** A task of the onboarding, as shown to its client. */
export interface OnboardingTask {
  readonly taskId: string;
  readonly taskKey: string;
  readonly taskType: Open<"QUESTIONNAIRE" | "BASELINE">;
  readonly status: Open<
    "READY" | "OPENED" | "COMPLETED" | "SKIPPED_FOR_NOW" | "CANCELLED" | "EXPIRED"
  >;
  readonly sortOrder: number;
  readonly revision: number;
  readonly formAssignmentId: string | null;
  /** What completed it. */
  readonly formSubmissionId: string | null;
  readonly dueAt: string | null;
  /** When it was last opened. */
  readonly openedAt: string | null;
  readonly skippedAt: string | null;
  readonly completedAt: string | null;
  readonly cancelledAt: string | null;
  readonly expiredAt: string | null;
  readonly nextReminderAt: string | null;
}

/** An invitation waits for the address that the sign-in proves. Its link is in the mail, which can be sent again. */
export interface WaitingInvitation {
  /** When its link closes. */
  readonly expiresAt: string;
}

/** One pair of legal texts, by version; they are accepted together. */
export interface LegalVersions {
  readonly termsVersion: string;
  readonly privacyVersion: string;
}

/** Data that a coach's app loads first: who signed in, their workspaces and roles, and enabled features. */
export interface CoachMe {
  readonly user: User;
  /**
   * The workspace that `workspaceId` names. Without it: the active one that the coach owns, else the active one
   * joined first, else a closed one. `permissions` are those in it.
   */
  readonly workspace: Workspace;
  /** All workspaces of the coach's active memberships: owned ones first, then by age. */
  readonly workspaces: readonly Workspace[];
  readonly coachProfile: CoachProfile;
  /**
   * NOT_STARTED until the coach changes the profile or a workspace; COMPLETED from the first client on, invited or
   * taken over. It never goes back.
   */
  readonly onboardingStatus: Open<"NOT_STARTED" | "IN_PROGRESS" | "COMPLETED">;
  /**
   * Key by which a browser seals unsent text: 32 bytes, base64url. It belongs to this session and person, and ends
   * with the session; keep it in memory only. Null in an app, which has a safe place of its own.
   */
  readonly draftKey: string | null;
  readonly roles: readonly Open<"COACH" | "CLIENT">[];
  readonly permissions: readonly string[];
  readonly featureFlags: Readonly<Record<string, boolean>>;
  /** The legal texts in force, to be shown and accepted. */
  readonly legalVersions: LegalVersions;
  /** True until the legal versions in force are accepted; nothing is refused meanwhile. */
  readonly termsAcceptanceRequired: boolean;
}

/** A workspace of coaches and their clients, as one of its members sees it. */
export interface Workspace {
  readonly workspaceId: string;
  readonly name: string;
  readonly status: Open<"ACTIVE" | "SUSPENDED" | "ARCHIVED">;
  /** The caller's role in it. */
  readonly role: Open<"OWNER" | "COACH">;
}

/** The profile of a coach; `publicHandle` and `bio` are null until they are set. */
export interface CoachProfile {
  readonly publicHandle: string | null;
  readonly bio: string | null;
  readonly timezone: string;
  readonly locale: string;
}

/** One page of a list, with at most `limit` items; at the end of the list `nextCursor` is null. */
export interface RelationshipPage {
  readonly items: readonly Relationship[];
  /** Cursor of the next page; null at the end. */
  readonly nextCursor: string | null;
}

/** A relationship in the list of its workspace. */
export interface Relationship {
  readonly relationshipId: string;
  readonly clientUserId: string;
  readonly clientDisplayName: string;
  readonly coachUserId: string;
  readonly status: Open<"ONBOARDING" | "ACTIVE" | "PAUSED" | "ENDED">;
  readonly timezone: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

/** `deviceId` is any name of the app for its device, e.g. its installation id; only a hash is stored. */
export interface ClientRegistration {
  /** Without links, addresses, and characters that are hidden or change the text's direction. */
  readonly displayName: string;
  readonly timezone: string;
  readonly locale: string;
  readonly termsVersion: string;
  readonly privacyVersion: string;
  readonly invitationToken: string;
  readonly validationId: string;
  readonly clientApp: "WEB" | "COACH_MOBILE" | "CLIENT_MOBILE";
  readonly deviceId?: string;
}

/** Shown to an invited person before signing in: the inviter, the workspace, and the end of the link. */
export interface InvitationPreview {
  readonly workspaceName: string;
  readonly coachDisplayName: string;
  readonly contact: MaskedContact;
  readonly expiresAt: string;
}

/** A contact in masked form. */
export interface MaskedContact {
  readonly kind: Open<"EMAIL" | "PHONE">;
  /** E.g. `a***@example.com`. */
  readonly masked: string;
}

/** The client's onboarding, and the app's next screen. */
export interface OwnOnboarding {
  readonly instanceId: string;
  readonly relationshipId: string;
  readonly definitionKey: string;
  readonly definitionVersion: number;
  readonly workflowStatus: Open<
    "IN_PROGRESS" | "COMPLETED" | "COMPLETED_WITH_PENDING_TASK" | "PAUSED" | "CANCELLED"
  >;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** The questionnaire's status; all tasks are listed by their own route. */
  readonly task: OnboardingTask;
  readonly formAssignmentId: string | null;
  /** Constant: nobody can take this right from a client. */
  readonly skippable: true;
  readonly blocks: OnboardingBlocks;
  readonly nextRoute: Open<
    | "LIGHTWEIGHT_WELCOME"
    | "ONBOARDING_QUESTIONNAIRE"
    | "BASELINE"
    | "TODAY"
    | "INVITE_REQUIRED"
    | "SIGN_IN_OTHER_WAY"
  >;
}

/** What is not assigned while the questionnaire is skipped. */
export interface OnboardingBlocks {
  readonly programs: boolean;
  readonly nutrition: boolean;
}

/** All tasks of the onboarding in order, the next one, its form, and the progress. */
export interface OnboardingTasks {
  readonly items: readonly OnboardingTask[];
  /** Null if nothing is left to do. */
  readonly currentTask: OnboardingTask | null;
  readonly questionnaireAssignment: QuestionnaireAssignment | null;
  readonly completion: OnboardingCompletion;
}

/** The form that was assigned to the client. */
export interface QuestionnaireAssignment {
  readonly formAssignmentId: string;
  readonly formVersionId: string;
  readonly title: string;
  readonly status: Open<"ASSIGNED" | "IN_PROGRESS" | "SUBMITTED" | "CANCELLED">;
  readonly revision: number;
  readonly dueAt: string | null;
  readonly submittedAt: string | null;
}

/** Progress of an onboarding. */
export interface OnboardingCompletion {
  readonly workflowStatus: Open<
    "IN_PROGRESS" | "COMPLETED" | "COMPLETED_WITH_PENDING_TASK" | "PAUSED" | "CANCELLED"
  >;
  readonly taskCount: number;
  /** Tasks that are completed, cancelled or expired. */
  readonly closedCount: number;
  readonly finishedAt: string | null;
}

/**
 * The client's own profile: height in whole centimetres, missing fields of the coach's baseline, and the zone in
 * which their days are counted.
 */
export interface OwnClientProfile {
  readonly displayName: string;
  readonly timezone: string;
  readonly locale: string;
  readonly birthDate: string | null;
  readonly heightCm: number | null;
  readonly goal: string | null;
  readonly updatedAt: string;
  /** Fields that the baseline still lacks; empty once it is complete. */
  readonly missing: readonly Open<"birthDate" | "heightCm" | "goal">[];
  /** Null without a relationship. */
  readonly relationshipStatus: Open<"ONBOARDING" | "ACTIVE" | "PAUSED" | "ENDED"> | null;
  /** The zone in which days are counted, and the next one; null without a relationship. */
  readonly days: {
    readonly timezone: string;
    readonly nextTimezone: string | null;
    readonly zoneChangesAt: string | null;
  } | null;
}

/**
 * The whole profile: an omitted field is cleared. Sending it again changes nothing, so it needs neither a key
 * nor a revision.
 */
export interface SaveClientProfile {
  /** Without links, addresses, and characters that are hidden or change the text's direction. */
  readonly displayName: string;
  readonly timezone: string;
  readonly locale: string;
  readonly birthDate?: string | null;
  readonly heightCm?: number | null;
  readonly goal?: string | null;
}
