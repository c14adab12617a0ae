import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  findNamedMemberInvitation,
  type NamedMemberInvitation,
} from "../../db/invitations/members/queries.ts";
import { findNamedInvitation, type NamedInvitation } from "../../db/invitations/queries.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { invitationTokenHash } from "../../rules/invitations/derive-invitation-token.ts";
import { judgeInvitation } from "../../rules/invitations/judge-invitation.ts";
import { refuseInvitation } from "./refuse-invitation.ts";
import { refuseUnknownLink } from "./refuse-unknown-link.ts";

/**
 * Shows what the holder of a client's link may see before signing in.
 *
 * @throws Refusal NOT_FOUND for an unknown token, INVITATION_REPLACED, INVITATION_EXPIRED, INVITATION_REVOKED,
 * INVITATION_CONSUMED, WORKSPACE_SUSPENDED.
 */
export async function previewInvitation(
  em: SqlEntityManager,
  invitationToken: string,
): Promise<NamedInvitation> {
  const tokenHash = await invitationTokenHash(invitationToken);
  const invitation = await findNamedInvitation(em, { tokenHash });
  if (invitation === null) throw await refuseUnknownLink(em, { tokenHash, step });
  return openOrRefuse(em, invitation);
}

const step = "PREVIEW";

/**
 * Shows what the holder of a link to join a workspace may see before signing in.
 *
 * @throws Refusal as `previewInvitation`, except INVITATION_REPLACED, because such a link is created only once.
 */
export async function previewMemberInvitation(
  em: SqlEntityManager,
  invitationToken: string,
): Promise<NamedMemberInvitation> {
  const tokenHash = await invitationTokenHash(invitationToken);
  const invitation = await findNamedMemberInvitation(em, { tokenHash });
  if (invitation === null) throw refuseInvitation("NOT_FOUND", { step, invitationId: null });
  return openOrRefuse(em, invitation);
}

async function openOrRefuse<Named extends NamedInvitation | NamedMemberInvitation>(
  em: SqlEntityManager,
  invitation: Named,
): Promise<Named> {
  const state = { ...invitation, expiresAt: new Date(invitation.expiresAt) };
  const closed = judgeInvitation(state, await clockNow(em));
  if (closed !== null) throw refuseInvitation(closed, { step, invitationId: invitation.id });
  return invitation;
}
