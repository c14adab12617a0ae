import { Refusal } from "../../contract/refusal.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import { lockWorkspaceInvitation } from "../../db/invitations/lock-invitation.ts";
import { getInvitation } from "../../db/invitations/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { invitationStatusAt } from "../../rules/invitations/judge-invitation.ts";
import { emitInvitationEvent } from "./emit-invitation-event.ts";

/**
 * Closes an open or a scheduled invitation for good; idempotent.
 *
 * @throws Refusal NOT_FOUND, INVITATION_CONSUMED, INVITATION_EXPIRED.
 */
export async function revokeInvitation(tx: Tx, input: InvitationRevocation): Promise<Invitation> {
  await lockWorkspaceInvitation(tx, input);
  const invitation = await getInvitation(tx, input.workspaceId, input.invitationId);
  const now = await clockNow(tx);
  const status = invitationStatusAt(invitation, now);
  if (status === "REVOKED") return invitation;
  if (status !== "ACTIVE" && status !== "SCHEDULED") throw new Refusal(`INVITATION_${status}`);
  invitation.status = "REVOKED";
  invitation.revokedAt = now;
  invitation.updatedAt = now;
  await tx.flush();
  const { revokedByUserId, requestId } = input;
  await emitInvitationEvent(tx, {
    type: "ClientInvitationRevoked",
    invitation,
    byUserId: revokedByUserId,
    requestId,
    now,
  });
  return invitation;
}

/** A coach revokes an invitation of a workspace. */
export interface InvitationRevocation {
  readonly workspaceId: string;
  readonly invitationId: string;
  readonly revokedByUserId: string;
  readonly requestId: string;
}
