import type { z } from "zod";
import type {
  invitationPreviewSchema,
  invitationSchema,
  listedInvitationSchema,
} from "../../contract/invitations/schema.ts";
import type { NamedInvitation } from "../../db/invitations/queries.ts";
import type { supportInvitationSchema } from "../../contract/invitations/support-schema.ts";
import type { EmailOutcome } from "../../db/outbox/queries.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import type { IssuedJoinHandle } from "../../rules/invitations/join-handle.ts";
import { invitationTarget } from "../../rules/invitations/invitation-target.ts";
import { invitationStatusAt } from "../../rules/invitations/judge-invitation.ts";
import { maskContact } from "../../rules/accounts/mask-contact.ts";
import type {
  joiningPreviewSchema,
  memberInvitationPreviewSchema,
  memberInvitationSchema,
} from "../../contract/invitations/member-schema.ts";
import type { MemberInvitation } from "../../db/invitations/member-invitation.ts";
import type { NamedMemberInvitation } from "../../db/invitations/members/queries.ts";

/** An invitation at an instant, for the coaches of its workspace. */
export function presentInvitation(
  invitation: Invitation,
  now: Date,
): z.output<typeof invitationSchema> {
  const status = invitationStatusAt(invitation, now);
  const { sendAt } = invitation;
  return {
    invitationId: invitation.id,
    workspaceId: invitation.workspaceId,
    invitedByUserId: invitation.invitedByUserId,
    contact: maskedTarget(invitation),
    status,
    generation: invitation.generation,
    sendAt: status === "SCHEDULED" && sendAt !== null ? sendAt.toISOString() : null,
    expiresAt: invitation.expiresAt.toISOString(),
    createdAt: invitation.createdAt.toISOString(),
    consumedAt: invitation.consumedAt?.toISOString() ?? null,
    revokedAt: invitation.revokedAt?.toISOString() ?? null,
    formVersionId: invitation.formVersionId,
    language: invitation.language,
  };
}

/** The same for its workspace's list, with the whole contact, the name and the state of its last mail. */
export function presentListedInvitation(
  invitation: Invitation,
  lastMail: EmailOutcome | null,
  now: Date,
): z.output<typeof listedInvitationSchema> {
  const { value } = invitationTarget(invitation);
  const shown = presentInvitation(invitation, now);
  const { inviteeName: name } = invitation;
  return { ...shown, name, lastMail, contact: { ...shown.contact, value } };
}

/** An invitation at an instant, for support. */
export function presentSupportInvitation(
  invitation: Invitation,
  lastMail: EmailOutcome | null,
  now: Date,
): z.output<typeof supportInvitationSchema> {
  const { invitationId, workspaceId, status, generation, ...shown } = presentInvitation(
    invitation,
    now,
  );
  const { createdAt, expiresAt, consumedAt, revokedAt } = shown;
  const instants = { createdAt, expiresAt, consumedAt, revokedAt };
  return { invitationId, workspaceId, status, generation, ...instants, lastMail };
}

/** An invitation, for anybody who has its token. */
export function presentPreview(
  invitation: NamedInvitation,
): z.output<typeof invitationPreviewSchema> {
  const { workspaceName, coachDisplayName, expiresAt } = invitation;
  return { workspaceName, coachDisplayName, contact: maskedTarget(invitation), expiresAt };
}

/** An invitation to join at an instant, for the owner. */
export function presentMemberInvitation(
  invitation: MemberInvitation,
  now: Date,
): z.output<typeof memberInvitationSchema> {
  const { id, workspaceId, expiresAt, createdAt } = invitation;
  return {
    memberInvitationId: id,
    workspaceId,
    contact: maskedEmail(invitation),
    status: invitationStatusAt(invitation, now),
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    acceptedAt: invitation.acceptedAt?.toISOString() ?? null,
    revokedAt: invitation.revokedAt?.toISOString() ?? null,
    language: invitation.language,
  };
}

/** An invitation to join, for anybody who has its token. */
export function presentMemberPreview(
  invitation: NamedMemberInvitation,
  { joinHandle, expiresAt }: IssuedJoinHandle,
): z.output<typeof memberInvitationPreviewSchema> {
  const joinHandleExpiresAt = expiresAt.toISOString();
  return { ...presentJoining(invitation), joinHandle, joinHandleExpiresAt };
}

/** The same for the invited person, who came by a handle. */
export function presentJoining(
  invitation: NamedMemberInvitation,
): z.output<typeof joiningPreviewSchema> {
  const { workspaceName, ownerDisplayName, expiresAt } = invitation;
  const contact = maskedEmail(invitation);
  return { workspaceName, ownerDisplayName, role: "COACH", contact, expiresAt };
}

function maskedEmail({ targetEmail: value }: { readonly targetEmail: string }) {
  return { kind: "EMAIL" as const, masked: maskContact({ kind: "EMAIL", value }) };
}

function maskedTarget(invitation: Parameters<typeof invitationTarget>[0]) {
  const target = invitationTarget(invitation);
  return { kind: target.kind, masked: maskContact(target) };
}
