import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  findNamedMemberInvitation,
  type NamedMemberInvitation,
} from "../../db/invitations/members/queries.ts";
import { findNamedInvitation, type NamedInvitation } from "../../db/invitations/queries.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { invitationTokenHash } from "../../rules/invitations/derive-invitation-token.ts";
import { type IssuedJoinHandle, makeJoinHandle } from "../../rules/invitations/join-handle.ts";
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
  return openOrRefuse(invitation, await clockNow(em));
}

const step = "PREVIEW";

/**
 * Shows the part of an invitation to join that its link's holder may see before signing in. It also makes the handle
 * with which the page continues in the browser.
 *
 * @throws Refusal as `previewInvitation`, except INVITATION_REPLACED, because such a link is created only once.
 */
export async function previewMemberInvitation(
  em: SqlEntityManager,
  { invitationToken, invitationKey }: OpenedLink,
): Promise<{ readonly invitation: NamedMemberInvitation; readonly handle: IssuedJoinHandle }> {
  const tokenHash = await invitationTokenHash(invitationToken);
  const found = await findNamedMemberInvitation(em, { tokenHash });
  if (found === null) throw refuseInvitation("NOT_FOUND", { step, invitationId: null });
  const now = await clockNow(em);
  const invitation = openOrRefuse(found, now);
  return { invitation, handle: await makeJoinHandle(invitationKey, invitation.id, now) };
}

/** Somebody opens the link of an invitation to join. */
export interface OpenedLink {
  readonly invitationToken: string;
  /** Key that signs handles. */
  readonly invitationKey: Uint8Array;
}

function openOrRefuse<Named extends NamedInvitation | NamedMemberInvitation>(
  invitation: Named,
  now: Date,
): Named {
  const state = { ...invitation, expiresAt: new Date(invitation.expiresAt) };
  const closed = judgeInvitation(state, now);
  if (closed !== null) throw refuseInvitation(closed, { step, invitationId: invitation.id });
  return invitation;
}
