import type { AuthAuditEventType, InvitationStep } from "../../contract/identity/vocabulary.ts";
import type { ProblemCode } from "../../contract/problem.ts";
import { Refusal } from "../../contract/refusal.ts";

/** Refuses a registration for its identity; the attempt is remembered. */
export function refuseRegistration(code: ProblemCode): Refusal {
  return refusalWith("REGISTRATION_REFUSED", { code });
}

/**
 * Refuses somebody who came with an invitation token. It changes nothing, least of all the
 * invitation, and is remembered with the step; a token nobody was given has no invitation to name.
 */
export function refuseInvitation(
  code: ProblemCode,
  attempt: {
    readonly step: InvitationStep;
    readonly invitationId: string | null;
  },
): Refusal {
  const { step, invitationId } = attempt;
  const metadata = { code, step, ...(invitationId !== null && { invitationId }) };
  return refusalWith("INVITATION_REFUSED", metadata);
}

function refusalWith(
  eventType: AuthAuditEventType,
  metadata: { readonly code: ProblemCode; readonly step?: string; readonly invitationId?: string },
): Refusal {
  return new Refusal(metadata.code, { audit: { eventType, metadata: { ...metadata } } });
}
