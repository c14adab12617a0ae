import type { InvitationStep } from "../../contract/invitations/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { findContactHolder } from "../../db/accounts/registration/find-contact-holder.ts";
import { findInvitee } from "../../db/invitations/find-invitee.ts";
import type { Invitation } from "../../db/invitations/invitation.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { invitationTarget } from "../../rules/invitations/invitation-target.ts";
import { judgeAccount } from "../../rules/accounts/judge-account.ts";
import { judgeInvitation, judgeInvitee } from "../../rules/invitations/judge-invitation.ts";
import {
  type VerifiedIdentity,
  verifiedContact,
  verifiedContacts,
} from "../../rules/accounts/verified-identity.ts";
import { refuseInvitation } from "./refuse-invitation.ts";

/**
 * Checks that this is the invited person. The state of the invitation is judged before the person.
 *
 * @throws Refusal
 * - INVITATION_EXPIRED, INVITATION_REVOKED, INVITATION_CONSUMED, WORKSPACE_SUSPENDED
 * - INVITATION_CONTACT_MISMATCH, CLIENT_ALREADY_HAS_ACTIVE_COACH
 * - STATE_CONFLICT for a coach in a foreign workspace
 * - IDENTITY_NOT_LINKED when another account has verified the same contact
 * - the codes of a closed account
 */
export async function admitInvitee(tx: Tx, attempt: InviteeAttempt): Promise<void> {
  const { invitation, identity, userId, step, now } = attempt;
  const { id, status, expiresAt, workspaceId } = invitation;
  const workspace = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  const state = { status, expiresAt, workspaceStatus: workspace.status };
  const closed = judgeInvitation(state, now);
  if (closed !== null) throw refuseInvitation(closed, { step, invitationId: id });
  const user = userId === null ? null : await findInvitee(tx, userId, workspaceId);
  const closedAccount = user === null ? null : judgeAccount(user);
  if (closedAccount !== null) throw new Refusal(closedAccount);
  const invitee = { contacts: verifiedContacts(identity), user };
  const refused = judgeInvitee(invitationTarget(invitation), invitee);
  const place = { step, invitationId: id };
  if (refused === "STATE_CONFLICT") throw refuseInvitation({ conflict: "IS_COACH" }, place);
  if (refused !== null) throw refuseInvitation(refused, place);
  // A new person: the proved contact may belong to another account, through a sign-in that they used before.
  if (userId !== null) return;
  const email = verifiedContact(identity, "EMAIL");
  const holder = await findContactHolder(
    tx,
    { email, phone: verifiedContact(identity, "PHONE") },
    null,
  );
  if (holder !== null) throw refuseInvitation("IDENTITY_NOT_LINKED", { step, invitationId: id });
}

/** A signed-in person opens an invitation. */
export interface InviteeAttempt {
  readonly invitation: Invitation;
  readonly identity: VerifiedIdentity;
  /** The account of the sign-in; null if there is none yet. */
  readonly userId: string | null;
  readonly step: InvitationStep;
  readonly now: Date;
}
