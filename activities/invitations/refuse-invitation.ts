import type { InvitationStep } from "../../contract/invitations/vocabulary.ts";
import type { Refusal } from "../../contract/refusal.ts";
import { type RefusedFor, auditedRefusal } from "../accounts/refuse.ts";

/**
 * Refuses somebody who came with an invitation token. It changes nothing, least of all the
 * invitation, and is remembered with the step; a token nobody was given has no invitation to name.
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
