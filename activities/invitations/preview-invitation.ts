import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { NamedInvitation } from "../../db/invitations/queries.ts";
import { findNamedInvitation } from "../../db/invitations/queries.ts";
import { clockNow } from "../../db/transact.ts";
import { invitationTokenHash } from "../../rules/invitations/derive-invitation-token.ts";
import { judgeInvitation } from "../../rules/invitations/judge-invitation.ts";
import { refuseUnknownLink } from "./refuse-unknown-link.ts";
import { refuseInvitation } from "./refuse-invitation.ts";

/**
 * What the holder of a token may see before signing in.
 *
 * @throws Refusal NOT_FOUND for a token nobody was given, INVITATION_REPLACED, INVITATION_EXPIRED, INVITATION_REVOKED,
 *   INVITATION_CONSUMED, WORKSPACE_SUSPENDED.
 */
export async function previewInvitation(
  em: SqlEntityManager,
  invitationToken: string,
): Promise<NamedInvitation> {
  const step = "PREVIEW";
  const tokenHash = await invitationTokenHash(invitationToken);
  const invitation = await findNamedInvitation(em, { tokenHash });
  if (invitation === null) throw await refuseUnknownLink(em, { tokenHash, step });
  const state = { ...invitation, expiresAt: new Date(invitation.expiresAt) };
  const closed = judgeInvitation(state, await clockNow(em));
  if (closed !== null) throw refuseInvitation(closed, { step, invitationId: invitation.id });
  return invitation;
}
