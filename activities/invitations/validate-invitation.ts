import { findLinkedIdentity } from "../../db/accounts/registration/find-linked-identity.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { saveValidation } from "../../db/invitations/save-validation.ts";
import { newId } from "../../db/platform/new-id.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { invitationTokenHash } from "../../rules/invitations/derive-invitation-token.ts";
import { validationExpiry } from "../../rules/invitations/invitation-expiry.ts";
import type { VerifiedIdentity } from "../../rules/accounts/verified-identity.ts";
import { admitInvitee } from "./admit-invitee.ts";
import { refuseUnknownLink } from "./refuse-unknown-link.ts";

/**
 * Confirms that this sign-in may accept this invitation. The proof lasts 15 minutes and is valid only for this
 * identity and this invitation; registration judges everything again. A new confirmation invalidates the former
 * proof.
 *
 * @throws Refusal NOT_FOUND for an unknown token, INVITATION_REPLACED, and the codes of `admitInvitee`.
 */
export async function validateInvitation(
  tx: Tx,
  { identity, invitationToken }: InvitationOpening,
): Promise<{ readonly id: string; readonly expiresAt: Date }> {
  const step = "VALIDATION";
  const tokenHash = await invitationTokenHash(invitationToken);
  const invitation = await tx.findOne(Invitation, { tokenHash });
  if (invitation === null) throw await refuseUnknownLink(tx, { tokenHash, step });
  const linked = await findLinkedIdentity(tx, identity);
  const now = await clockNow(tx);
  await admitInvitee(tx, {
    invitation,
    identity,
    userId: linked?.userId ?? null,
    step,
    now,
  });
  const { provider, issuer, tenant, subject } = identity;
  const validation = {
    id: newId(),
    invitationId: invitation.id,
    holder: { provider, issuer, tenant, subject },
    expiresAt: validationExpiry(now),
    createdAt: now,
  };
  await saveValidation(tx, validation);
  return validation;
}

/** A signed-in person opens an invitation. */
export interface InvitationOpening {
  readonly identity: VerifiedIdentity;
  readonly invitationToken: string;
}
