import type { Invitation } from "../../db/invitations/invitation.ts";
import { raiseCoachOnboarding } from "../../db/accounts/profiles/raise-coach-onboarding.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { openScheduled } from "./csv/open-scheduled.ts";
import { emitInvitationEvent } from "./emit-invitation-event.ts";
import { limitMailsTo, limitSending } from "./limit-sending.ts";
import { type ClientInvite, makeInvitation, prepareInvite, targetOf } from "./prepare-invite.ts";

/**
 * Opens an invitation for 14 days and has it mailed. If the contact already has an open invitation, that one is
 * returned and no e-mail is sent (docs/rooms/invitations.md#contacts). A scheduled one is sent now.
 *
 * @throws Refusal RATE_LIMITED, and the codes of `prepareInvite`.
 */
export async function inviteClient(tx: Tx, input: ClientInvite): Promise<Invitation> {
  const { workspaceId, invitedByUserId, contact, requestId } = input;
  await limitSending(tx, { userId: invitedByUserId, workspaceId });
  const { openInvitation, ...prepared } = await prepareInvite(tx, input);
  if (openInvitation?.status === "ACTIVE") return openInvitation;
  await limitMailsTo(tx, { ...input, email: targetOf(contact).targetEmail });
  const { now } = prepared;
  await raiseCoachOnboarding(tx, { userId: invitedByUserId, to: "COMPLETED" });
  const sent = { byUserId: invitedByUserId, requestId, now };
  if (openInvitation !== null) {
    await openScheduled(tx, openInvitation, sent);
    return openInvitation;
  }
  const invitation = await makeInvitation(tx, input, prepared);
  await emitInvitationEvent(tx, { type: "ClientInvited", invitation, ...sent });
  return invitation;
}
