import {
  type InvitationStatus,
  OPEN_INVITATION_STATUSES,
} from "../../contract/invitations/vocabulary.ts";
import type { UserRole } from "../../contract/accounts/vocabulary.ts";
import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import type { Contact } from "../accounts/normalize-contact.ts";

/** Whether anybody may still accept: null, or the reason why not. */
export function judgeInvitation(invitation: InvitationState, now: Date): ClosedInvitation | null {
  const status = invitationStatusAt(invitation, now);
  if (status === "SCHEDULED") return "NOT_FOUND";
  if (status !== "ACTIVE") return `INVITATION_${status}`;
  return invitation.workspaceStatus === "ACTIVE" ? null : "WORKSPACE_SUSPENDED";
}

/** The facts that decide whether an invitation is open. */
export interface InvitationState {
  readonly status: InvitationStatus;
  readonly expiresAt: Date;
  readonly workspaceStatus: WorkspaceStatus;
}

/** The person who wants to accept it. */
export interface Invitee {
  /** The contacts the sign-in proves. */
  readonly contacts: readonly Contact[];
  /** The account of the sign-in; null if there is none yet. */
  readonly user: {
    readonly roles: readonly UserRole[];
    readonly ownsWorkspace: boolean;
    readonly hasOpenRelationship: boolean;
  } | null;
}

/** Why an invitation is closed to everybody; one not sent yet is unknown to everybody. */
export type ClosedInvitation =
  | "NOT_FOUND"
  | "INVITATION_CONSUMED"
  | "INVITATION_EXPIRED"
  | "INVITATION_REVOKED"
  | "WORKSPACE_SUSPENDED";

/** Why an invitation is closed to this person. */
export type RefusedInvitee =
  | "INVITATION_CONTACT_MISMATCH"
  | "CLIENT_ALREADY_HAS_ACTIVE_COACH"
  | "STATE_CONFLICT";

/** The status at an instant: expiry is not written anywhere. */
export function invitationStatusAt<Status extends InvitationStatus>(
  invitation: { readonly status: Status; readonly expiresAt: Date },
  now: Date,
): Status | "EXPIRED" {
  const { status, expiresAt } = invitation;
  const isOpen = OPEN_INVITATION_STATUSES.some((open) => open === status);
  return isOpen && expiresAt <= now ? "EXPIRED" : status;
}

/**
 * Whether this person may accept an open invitation (docs/rooms/invitations.md#binding). A verified contact must be
 * the invited one, and no other coach may be active. A coach becomes a client only in a workspace of their own.
 */
export function judgeInvitee(target: Contact, invitee: Invitee): RefusedInvitee | null {
  const { contacts, user } = invitee;
  const matches = contacts.some(
    ({ kind, value }) => kind === target.kind && value === target.value,
  );
  if (!matches) return "INVITATION_CONTACT_MISMATCH";
  if (user === null) return null;
  if (user.hasOpenRelationship) return "CLIENT_ALREADY_HAS_ACTIVE_COACH";
  return user.roles.includes("COACH") && !user.ownsWorkspace ? "STATE_CONFLICT" : null;
}
