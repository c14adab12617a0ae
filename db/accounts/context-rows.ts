import type { LegalVersions } from "../../contract/accounts/terms-schema.ts";
import type {
  ClientOnboardingStatus,
  CoachOnboardingStatus,
  Surface,
  UserRole,
  UserStatus,
} from "../../contract/accounts/vocabulary.ts";
import type { InvitationStatus } from "../../contract/invitations/vocabulary.ts";
import type { MembershipRole, WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { OnboardingView } from "../onboarding/onboarding-view.ts";

// Rows of the named queries. Instants are RFC 3339 text, as they go out.

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

/** A workspace and the place of the user in it. */
export interface MemberWorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly status: WorkspaceStatus;
  readonly role: MembershipRole;
}

/** How a user coaches. */
export interface CoachProfileRow {
  readonly publicHandle: string | null;
  readonly bio: string | null;
  readonly timezone: string;
  readonly locale: string;
  readonly onboardingStatus: CoachOnboardingStatus;
}

/** A coach's account with everything the coach apps start from. */
export interface CoachContext {
  readonly user: UserRow;
  readonly profile: CoachProfileRow;
  /** Active memberships: owned ones first, then by age. */
  readonly workspaces: readonly MemberWorkspaceRow[];
  readonly acceptedTerms: readonly LegalVersions[];
}

/** How a user is coached. */
export interface ClientProfileRow {
  readonly displayName: string;
  readonly timezone: string;
  readonly locale: string;
  readonly onboardingStatus: ClientOnboardingStatus;
}

/** The relationship of a client that is not ended. */
export interface OpenRelationshipRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly coachUserId: string;
  readonly coachDisplayName: string;
  readonly status: RelationshipStatus;
  readonly timezone: string;
  readonly startedAt: string;
}

/** A client's account with everything the client app starts from. */
export interface ClientContext {
  readonly user: UserRow;
  readonly profile: ClientProfileRow;
  readonly relationship: OpenRelationshipRow | null;
  /** Of that relationship. */
  readonly onboarding: OnboardingView | null;
  readonly acceptedTerms: readonly LegalVersions[];
}

/** An invitation with the names it is shown by, and what decides whether it is shown. */
export interface NamedInvitation {
  readonly id: string;
  readonly targetEmail: string | null;
  readonly targetPhone: string | null;
  readonly status: InvitationStatus;
  readonly generation: number;
  readonly expiresAt: string;
  readonly workspaceName: string;
  readonly workspaceStatus: WorkspaceStatus;
  readonly coachDisplayName: string;
}

/** A relationship in a coach's list. */
export interface WorkspaceRelationshipRow {
  readonly id: string;
  readonly clientUserId: string;
  readonly clientDisplayName: string;
  readonly coachUserId: string;
  readonly status: RelationshipStatus;
  readonly timezone: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
}

/** An app session as its user sees it. */
export interface AppSessionRow {
  readonly id: string;
  readonly surface: Surface;
  readonly startedAt: string;
  readonly lastSeenAt: string;
}
