import type { z } from "zod";
import type {
  invitationPreviewSchema,
  invitationSchema,
} from "../../contract/invitations/schema.ts";
import type {
  appSessionSchema,
  clientRelationshipSchema,
  coachProfileSchema,
  relationshipSchema,
  userSchema,
  workspaceSchema,
} from "../../contract/accounts/schema.ts";
import type { AppSessionRow, CoachProfileRow, UserRow } from "../../db/accounts/context-rows.ts";
import type { OpenRelationshipRow } from "../../db/onboarding/client-context/queries.ts";
import type { MemberWorkspaceRow } from "../../db/workspaces/coach-context/queries.ts";
import type { WorkspaceRelationshipRow } from "../../db/relationships/queries.ts";
import type { NamedInvitation } from "../../db/invitations/queries.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import { invitationTarget } from "../../rules/invitations/invitation-target.ts";
import { invitationStatusAt } from "../../rules/invitations/judge-invitation.ts";
import { maskContact } from "../../rules/accounts/mask-contact.ts";

/** A user, to that user. */
export function presentUser(user: UserRow): z.output<typeof userSchema> {
  const { id, displayName, primaryEmail, primaryPhone, status, createdAt } = user;
  return { userId: id, displayName, primaryEmail, primaryPhone, status, createdAt };
}

/** A coach's profile. */
export function presentCoachProfile(profile: CoachProfileRow): z.output<typeof coachProfileSchema> {
  const { publicHandle, bio, timezone, locale } = profile;
  return { publicHandle, bio, timezone, locale };
}

/** A workspace, to a member. */
export function presentWorkspace(workspace: MemberWorkspaceRow): z.output<typeof workspaceSchema> {
  const { id, name, status, role } = workspace;
  return { workspaceId: id, name, status, role };
}

/** A relationship, to its client. */
export function presentClientRelationship(
  relationship: OpenRelationshipRow,
): z.output<typeof clientRelationshipSchema> {
  const { id, ...rest } = relationship;
  return { relationshipId: id, ...rest };
}

/** A relationship, to the coaches of its workspace. */
export function presentRelationship(
  relationship: WorkspaceRelationshipRow,
): z.output<typeof relationshipSchema> {
  const { id, ...rest } = relationship;
  return { relationshipId: id, ...rest };
}

/** An app session, to its user. */
export function presentAppSession(session: AppSessionRow): z.output<typeof appSessionSchema> {
  const { id, surface, startedAt, lastSeenAt } = session;
  return { sessionId: id, clientApp: surface, startedAt, lastSeenAt };
}

/** An invitation as it stands at an instant, to the coaches of its workspace. */
export function presentInvitation(
  invitation: Invitation,
  now: Date,
): z.output<typeof invitationSchema> {
  return {
    invitationId: invitation.id,
    workspaceId: invitation.workspaceId,
    invitedByUserId: invitation.invitedByUserId,
    contact: maskedTarget(invitation),
    status: invitationStatusAt(invitation, now),
    generation: invitation.generation,
    expiresAt: invitation.expiresAt.toISOString(),
    createdAt: invitation.createdAt.toISOString(),
    consumedAt: invitation.consumedAt?.toISOString() ?? null,
    revokedAt: invitation.revokedAt?.toISOString() ?? null,
    formVersionId: invitation.formVersionId,
  };
}

/** An invitation, to anybody who holds its token. */
export function presentPreview(
  invitation: NamedInvitation,
): z.output<typeof invitationPreviewSchema> {
  const { workspaceName, coachDisplayName, expiresAt } = invitation;
  return { workspaceName, coachDisplayName, contact: maskedTarget(invitation), expiresAt };
}

function maskedTarget(invitation: Parameters<typeof invitationTarget>[0]) {
  const target = invitationTarget(invitation);
  return { kind: target.kind, masked: maskContact(target) };
}
