import type { Invitation } from "../../db/invitations/invitation.ts";
import type { Tx } from "../../db/transact.ts";
import { invitationExpiry } from "../../rules/invitations/invitation-window.ts";
import { openScheduled } from "./csv/open-scheduled.ts";
import { emitInvitationEvent } from "./emit-invitation-event.ts";
import { limitMailsTo, limitSending } from "./limit-invitations.ts";
import {
  type ClientInvite,
  makeInvitation,
  prepareInvite,
  targetOf,
} from "./prepare-invitation.ts";

/** An invitation that is open, and whether this act sent it. */
export interface OpenedInvitation {
  readonly invitation: Invitation;
  readonly isNew: boolean;
}

/**
 * Opens an invitation for 14 days and has it mailed. A contact whose invitation stands open is not written to again:
 * that one is answered (docs/rules.md#invitations-contacts). One that is scheduled is sent now.
 *
 * @throws Refusal RATE_LIMITED, and the codes of `prepareInvite`.
 */
export async function inviteClient(tx: Tx, input: ClientInvite): Promise<Invitation> {
  return (await openInvitation(tx, input)).invitation;
}

/** The same, and whether it was sent now. @throws Refusal as `inviteClient`. */
export async function openInvitation(tx: Tx, input: ClientInvite): Promise<OpenedInvitation> {
  const { workspaceId, invitedByUserId, contact, requestId } = input;
  await limitSending(tx, { userId: invitedByUserId, workspaceId });
  const { standing, ...prepared } = await prepareInvite(tx, input);
  if (standing?.status === "ACTIVE") return { invitation: standing, isNew: false };
  await limitMailsTo(tx, { ...input, email: targetOf(contact).targetEmail });
  const { now } = prepared;
  const sent = { byUserId: invitedByUserId, requestId, now };
  if (standing !== null) {
    await openScheduled(tx, standing, sent);
    return { invitation: standing, isNew: true };
  }
  const sending = { status: "ACTIVE", sendAt: null, expiresAt: invitationExpiry(now) } as const;
  const invitation = await makeInvitation(tx, input, { ...prepared, ...sending });
  await emitInvitationEvent(tx, { type: "ClientInvited", invitation, ...sent });
  return { invitation, isNew: true };
}
