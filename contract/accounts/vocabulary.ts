/**
 * App surfaces a token or device belongs to; a surface is not a flow intent
 * (docs/rooms/accounts.md#surfaces).
 */
export const SURFACES = ["WEB", "COACH_MOBILE", "CLIENT_MOBILE"] as const;
export type Surface = (typeof SURFACES)[number];

/** Surfaces that register devices (docs/rooms/sync.md#devices). */
export const DEVICE_SURFACES = ["COACH_MOBILE", "CLIENT_MOBILE"] as const;
export type DeviceSurface = (typeof DEVICE_SURFACES)[number];

export const USER_STATUSES = ["ACTIVE", "SUSPENDED", "PENDING_DELETION"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** Roles from our own records; COACH together with CLIENT only for self-coaching. */
export const USER_ROLES = ["COACH", "CLIENT"] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** Scope of a token that one of our services obtained with client credentials (docs/rooms/wire.md#service-tokens). */
export const INTERNAL_SCOPE = "internal";

/** Roles that come from the token. */
export const TOKEN_ROLES = ["admin", "support"] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

/** Value of the `acr` claim after a sign-in with a second factor, as the realm is configured. */
export const SECOND_FACTOR_ACR = "2fa";

export const COACH_ONBOARDING_STATUSES = ["NOT_STARTED", "IN_PROGRESS", "COMPLETED"] as const;
export type CoachOnboardingStatus = (typeof COACH_ONBOARDING_STATUSES)[number];

export const CLIENT_ONBOARDING_STATUSES = [
  "NOT_STARTED",
  "IN_PROGRESS",
  "COMPLETED",
  "BLOCKED",
] as const;
export type ClientOnboardingStatus = (typeof CLIENT_ONBOARDING_STATUSES)[number];

/** The app's next screen after an auth answer. */
export const NEXT_ROUTES = [
  "LIGHTWEIGHT_WELCOME",
  "ONBOARDING_QUESTIONNAIRE",
  "BASELINE",
  "TODAY",
  "INVITE_REQUIRED",
  "SIGN_IN_OTHER_WAY",
] as const;
export type NextRoute = (typeof NEXT_ROUTES)[number];

/** Contact an invitation is bound to. */
export const CONTACT_KINDS = ["EMAIL", "PHONE"] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/**
 * Versions of the legal texts in force if the configuration names no others. An account that accepted other versions
 * is asked again and keeps working meanwhile.
 */
export const LEGAL_VERSIONS = { termsVersion: "2026-01", privacyVersion: "2026-01" } as const;

/** URL schemes that open the apps; sign-ins return to them as well (RFC 8252). */
export const APP_SCHEMES = {
  COACH_MOBILE: "app.sideline.coach",
  CLIENT_MOBILE: "app.sideline.client",
} as const satisfies Readonly<Record<DeviceSurface, string>>;

/** Maximum age of a fresh sign-in, in minutes (docs/rooms/accounts.md#fresh-sign-in). */
export const PROOF_MINUTES = 5;

/** Event types of the auth audit: registration, invitations and identities. */
export type AuthAuditEventType =
  | "COACH_REGISTERED"
  | "CLIENT_REGISTERED"
  | "INVITATION_CREATED"
  | "INVITATION_RESENT"
  | "INVITATION_RESENT_BY_SUPPORT"
  | "INVITATION_MAILED_AGAIN"
  | "INVITATION_REVOKED"
  | "INVITATION_REFUSED"
  | "REGISTRATION_REFUSED"
  | "SESSIONS_REVOKED"
  | "SESSIONS_ENDED_BY_SUPPORT"
  | "SUSPICIOUS_LOGIN"
  | "USER_SUSPENDED"
  | "USER_REINSTATED"
  | "DELETION_REQUESTED"
  | "DELETION_CANCELLED"
  | "USER_DELETED"
  | "SUPPORT_GRANTED"
  | "SUPPORT_GRANT_REVOKED"
  | "USER_READ"
  | "USER_SOUGHT"
  | "AUTH_AUDIT_READ"
  | "ONBOARDING_READ"
  | "ONBOARDING_FORCE_COMPLETED"
  | "PURGE_ORDERS_READ"
  | "WORKSPACE_SUSPENDED"
  | "WORKSPACE_REINSTATED"
  | "WORKSPACE_ARCHIVED"
  | "MEMBER_INVITED"
  | "MEMBER_INVITATION_REVOKED"
  | "MEMBER_JOINED"
  | "MEMBER_REMOVED"
  | "WORKSPACE_OWNER_CHANGED"
  | "IDENTITY_LINKED"
  | "IDENTITY_UNLINKED"
  | "IDENTITY_REFUSED"
  | "EMAIL_FOLLOWED"
  | "EMAIL_HELD_ELSEWHERE"
  | "TERMS_ACCEPTED";
