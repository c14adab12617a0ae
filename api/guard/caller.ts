import type { MembershipRole } from "../../contract/workspaces/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { Surface, TokenRole, UserRole } from "../../contract/accounts/vocabulary.ts";
import type { ProviderSignIn } from "../../rules/providers/read-sign-in.ts";

/** A signed-in user of an active account, in one app session. */
export interface Caller {
  readonly userId: string;
  readonly roles: readonly UserRole[];
  readonly appSessionId: string;
  readonly surface: Surface;
  readonly identity: ProviderIdentity;
}

/** The verified subject of an access token, before it is known whether it has a user. */
export interface ProviderIdentity extends ProviderSignIn {
  readonly issuer: string;
  readonly tenant: string;
  readonly subject: string;
  /** `sid` of the token: the provider's session. */
  readonly providerSessionId: string;
  readonly clientId: string;
  readonly surface: Surface;
  readonly roles: readonly TokenRole[];
  /** The provider's authentication level (`acr`); null if the token does not say. */
  readonly acr: string | null;
  /** When the token was issued (`iat`). */
  readonly issuedAt: Date;
  /** When the person last authenticated (`auth_time`); null if the token does not say. */
  readonly authenticatedAt: Date | null;
}

/** A person of administration or support; they need no user of the product. */
export interface OperatorAccess {
  readonly identity: ProviderIdentity;
  readonly caller: Caller | null;
  /** The strongest role of the token. */
  readonly role: TokenRole;
  /** Reason for reading raw records, if the route requires one. */
  readonly reason: string | null;
}

/** A workspace the caller is an active member of. */
export interface WorkspaceAccess {
  readonly workspaceId: string;
  readonly role: MembershipRole;
}

/** A relationship the caller takes part in, as its client or as a coach of its workspace. */
export interface RelationshipAccess {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly status: RelationshipStatus;
  readonly timezone: string;
  readonly as: "CLIENT" | "COACH";
  /** Their role in its workspace; null for a client. */
  readonly role: MembershipRole | null;
}

/** A workspace that the caller belongs to, as its coach or as its client. */
export interface WorkspaceParticipant {
  readonly workspaceId: string;
  /** Set for a client; null for a coach. */
  readonly relationshipId: string | null;
}
