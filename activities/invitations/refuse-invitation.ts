import type { InvitationStep } from "../../contract/invitations/vocabulary.ts";
import type { Refusal } from "../../contract/refusal.ts";
import { type RefusedFor, auditedRefusal } from "../accounts/audited-refusal.ts";

/**
 * Refuses a person with an invitation token. It changes nothing, in particular not the invitation, and is audited
 * with the step. An unknown token has no invitation to name.
 */
export function refuseInvitation(
  refused: RefusedFor,
  attempt: {
    readonly step: InvitationStep;
    readonly invitationId: string | null;
  },
): Refusal {
  const { step, invitationId } = attempt;
  const place = { step, ...(invitationId !== null && { invitationId }) };
  return auditedRefusal("INVITATION_REFUSED", refused, place);
}
