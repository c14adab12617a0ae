import type { z } from "zod";
import type {
  memberInvitationSchema,
  memberSchema,
  workspaceStateSchema,
} from "../../contract/workspaces/schema.ts";
import type { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import type { MemberInvitation } from "../../db/invitations/member-invitation.ts";
import type { MemberRow } from "../../db/workspaces/queries.ts";
import { invitationStatusAt } from "../../rules/invitations/judge-invitation.ts";
import { maskContact } from "../../rules/accounts/mask-contact.ts";

/** Where a workspace stands. */
export function presentWorkspaceState({
  id,
  status,
  updatedAt,
}: CoachWorkspace): z.output<typeof workspaceStateSchema> {
  return { workspaceId: id, status, updatedAt: updatedAt.toISOString() };
}

/** A member, to the owner. */
export function presentMember({
  id: _membershipId,
  ...member
}: MemberRow): z.output<typeof memberSchema> {
  return member;
}

/** An invitation to join as it stands at an instant, to the owner. */
export function presentMemberInvitation(
  invitation: MemberInvitation,
  now: Date,
): z.output<typeof memberInvitationSchema> {
  const { id, workspaceId, targetEmail: value, expiresAt, createdAt } = invitation;
  return {
    memberInvitationId: id,
    workspaceId,
    contact: { kind: "EMAIL", masked: maskContact({ kind: "EMAIL", value }) },
    status: invitationStatusAt(invitation, now),
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    acceptedAt: invitation.acceptedAt?.toISOString() ?? null,
    revokedAt: invitation.revokedAt?.toISOString() ?? null,
  };
}
