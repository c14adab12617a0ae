import type {
  ClientOnboardingStatus,
  CoachOnboardingStatus,
  Surface,
  UserRole,
  UserStatus,
} from "../../contract/accounts/vocabulary.ts";

// Rows of the named queries. Instants are RFC 3339 text, as they are sent.

/** A user as the account's own apps see it. */
export interface UserRow {
  readonly id: string;
  readonly displayName: string;
  readonly primaryEmail: string | null;
  readonly primaryPhone: string | null;
  readonly status: UserStatus;
  readonly roles: readonly UserRole[];
  readonly createdAt: string;
}

/** The professional profile of a coach. */
export interface CoachProfileRow {
  readonly publicHandle: string | null;
  readonly bio: string | null;
  readonly timezone: string;
  readonly locale: string;
  readonly onboardingStatus: CoachOnboardingStatus;
}

/** The coaching profile of a client. */
export interface ClientProfileRow {
  readonly displayName: string;
  readonly timezone: string;
  readonly locale: string;
  readonly onboardingStatus: ClientOnboardingStatus;
}

/** An app session as its user sees it. */
export interface AppSessionRow {
  readonly id: string;
  readonly surface: Surface;
  readonly startedAt: string;
  readonly lastSeenAt: string;
}
