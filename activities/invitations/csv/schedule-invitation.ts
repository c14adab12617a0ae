import { lockUser } from "../../../db/accounts/guard/lock-rows.ts";
import { countScheduledInvitations } from "../../../db/invitations/count-invitations.ts";
import type { Invitation } from "../../../db/invitations/invitation.ts";
import type { Tx } from "../../../db/transact.ts";
import { invitationExpiry, scheduledFor } from "../../../rules/invitations/invitation-window.ts";
import { tellOfInvitation } from "../emit-invitation-event.ts";
import { sendsPerDay } from "../limit-invitations.ts";
import { type ClientInvite, makeInvitation, prepareInvite } from "../prepare-invitation.ts";

/**
 * Invites a contact on a later day: the days after this one are filled one after the other, behind what the coach has
 * scheduled already (docs/rules.md#invitations-csv). Nobody has its link until it is sent; not sent within 14 days of its
 * day, it expires. An invitation of the contact that stands is answered as it is.
 *
 * @throws Refusal as `prepareInvite`.
 */
export async function scheduleInvitation(tx: Tx, input: ClientInvite): Promise<Invitation> {
  const { workspaceId, invitedByUserId: userId, requestId } = input;
  await lockUser(tx, userId);
  const { standing, ...prepared } = await prepareInvite(tx, input);
  if (standing !== null) return standing;
  const { now } = prepared;
  const before = await countScheduledInvitations(tx, { workspaceId, userId });
  const perDay = await sendsPerDay(tx, workspaceId);
  const sendAt = scheduledFor({ before, perDay }, now);
  const sending = { status: "SCHEDULED", sendAt, expiresAt: invitationExpiry(sendAt) } as const;
  const invitation = await makeInvitation(tx, input, { ...prepared, ...sending });
  const type = "ClientInvitationScheduled";
  await tellOfInvitation(tx, { type, invitation, byUserId: userId, requestId, now });
  return invitation;
}
