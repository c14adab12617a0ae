import type { AuthAuditEventType, TokenRole } from "../../contract/accounts/vocabulary.ts";
import { OPEN_INVITATIONS } from "../../contract/invitations/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import { ReplacedLink } from "../../db/invitations/replaced-link.ts";
import { countOpenInvitations } from "../../db/invitations/count-open-invitations.ts";
import { lockWorkspaceShared } from "../../db/workspaces/lock-workspace.ts";
import { lockWorkspaceInvitation } from "../../db/invitations/lock-invitation.ts";
import { findInvitationWorkspace, getInvitation } from "../../db/invitations/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import {
  deriveInvitationToken,
  invitationTokenHash,
} from "../../rules/invitations/derive-invitation-token.ts";
import { invitationTarget, isContactGone } from "../../rules/invitations/invitation-target.ts";
import { invitationStatusAt } from "../../rules/invitations/judge-invitation.ts";
import { invitationExpiry } from "../../rules/invitations/invitation-expiry.ts";
import { refuseMember } from "./prepare-invite.ts";
import { limitMailsTo, limitSending } from "./limit-sending.ts";
import { emitInvitationEvent, emitInvitationChange } from "./emit-invitation-event.ts";

/**
 * Creates a new link: the former one is stored as replaced, and the 14 days start again. This reopens an expired
 * invitation and sends a scheduled one now.
 *
 * @throws Refusal NOT_FOUND, INVITATION_CONSUMED, INVITATION_REVOKED, WORKSPACE_SUSPENDED, RATE_LIMITED.
 * STATE_CONFLICT if its contact was erased or is a member's by now, or if it would open again and too many are open.
 */
export async function resendInvitation(tx: Tx, input: InvitationResending): Promise<Invitation> {
  const { workspaceId, resentByUserId, requestId } = input;
  await limitSending(tx, { userId: resentByUserId, workspaceId });
  const { invitation, now } = await renewLink(tx, input);
  const type = "ClientInvitationResent";
  await emitInvitationEvent(tx, { type, invitation, byUserId: resentByUserId, requestId, now });
  return invitation;
}

/** A coach resends an invitation of a workspace. */
export interface InvitationResending {
  readonly workspaceId: string;
  readonly invitationId: string;
  readonly resentByUserId: string;
  /** Key to derive tokens. */
  readonly invitationKey: Uint8Array;
  readonly requestId: string;
}

/** Support resends an invitation of any workspace. */
export interface SupportResending extends Pick<InvitationResending, "invitationKey" | "requestId"> {
  readonly invitationId: string;
  /** Name of the operator, safe to store, with role and reason. */
  readonly actor: string;
  readonly role: TokenRole;
  readonly reason: string;
}

/**
 * Resends for support, audited with the reason. The recipient's limit applies; the coach's is not used.
 *
 * @throws Refusal as `resendInvitation`.
 */
export async function resendForSupport(tx: Tx, input: SupportResending): Promise<Invitation> {
  const { invitationId, actor, role, reason, requestId } = input;
  const workspaceId = await findInvitationWorkspace(tx, invitationId);
  if (workspaceId === null) throw new Refusal("NOT_FOUND");
  const { invitation, now } = await renewLink(tx, { ...input, workspaceId });
  const type = "ClientInvitationResent";
  await emitInvitationChange(tx, { type, invitation, byUserId: null, requestId, now });
  const metadata = { invitationId, workspaceId, reason, role };
  const eventType = "INVITATION_RESENT_BY_SUPPORT" satisfies AuthAuditEventType;
  await appendAuthAudit(tx, { userId: null, eventType, provider: null, actor, metadata });
  return invitation;
}

async function renewLink(
  tx: Tx,
  input: Pick<InvitationResending, "workspaceId" | "invitationId" | "invitationKey">,
): Promise<{ readonly invitation: Invitation; readonly now: Date }> {
  const { workspaceId, invitationId } = input;
  await lockWorkspaceInvitation(tx, input);
  await lockWorkspaceShared(tx, workspaceId);
  const invitation = await getInvitation(tx, workspaceId, invitationId);
  const { status } = invitation;
  if (status === "CONSUMED" || status === "REVOKED") throw new Refusal(`INVITATION_${status}`);
  if (isContactGone(invitation)) throw stateConflict("CONTACT_GONE");
  const workspace = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  if (workspace.status !== "ACTIVE") throw new Refusal("WORKSPACE_SUSPENDED");
  await refuseMember(tx, { workspaceId, contacts: [invitationTarget(invitation)] });
  const now = await clockNow(tx);
  const reopens = invitationStatusAt(invitation, now) === "EXPIRED";
  if (reopens && (await countOpenInvitations(tx, workspaceId)) >= OPEN_INVITATIONS)
    throw stateConflict("TOO_MANY_OPEN_INVITATIONS");
  await limitMailsTo(tx, { ...input, email: invitation.targetEmail });
  tx.create(ReplacedLink, { tokenHash: invitation.tokenHash, invitationId, replacedAt: now });
  invitation.status = "ACTIVE";
  invitation.generation += 1;
  const token = await deriveInvitationToken(input.invitationKey, invitation);
  invitation.tokenHash = await invitationTokenHash(token);
  invitation.expiresAt = invitationExpiry(now);
  invitation.sendAt = null;
  invitation.remindedAt = null;
  invitation.expiryNoticedAt = null;
  invitation.updatedAt = now;
  await tx.flush();
  return { invitation, now };
}
