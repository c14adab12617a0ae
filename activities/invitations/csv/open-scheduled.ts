import type { Invitation } from "../../../db/invitations/invitation.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { invitationExpiry } from "../../../rules/invitations/invitation-expiry.ts";
import { emitInvitationEvent, type InvitationDeed } from "../emit-invitation-event.ts";

/** Opens a scheduled and locked invitation for 14 days from now and has it mailed; limits are counted. */
export async function openScheduled(
  tx: Tx,
  invitation: Invitation,
  sent: Omit<InvitationDeed, "type" | "invitation">,
): Promise<void> {
  const { now } = sent;
  const expiresAt = invitationExpiry(now);
  tx.assign(invitation, { status: "ACTIVE", sendAt: null, expiresAt, updatedAt: now });
  await tx.flush();
  await emitInvitationEvent(tx, { type: "ClientInvited", invitation, ...sent });
}
