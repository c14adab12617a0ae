import type { ProblemCode } from "../../contract/problem.ts";
import { Refusal } from "../../contract/refusal.ts";

/** Refuses a registration for its identity; the attempt is remembered. */
export function refuseRegistration(code: ProblemCode): Refusal {
  return new Refusal(code, { audit: { eventType: "REGISTRATION_REFUSED", metadata: { code } } });
}

/**
 * Refuses somebody who came with an invitation token. It changes nothing, least of all the
 * invitation, and is remembered with the step; a token nobody was given has no invitation to name.
 */
export function refuseInvitation(
  code: ProblemCode,
  attempt: {
    readonly step: "PREVIEW" | "VALIDATION" | "REGISTRATION";
    readonly invitationId: string | null;
  },
): Refusal {
  const { step, invitationId } = attempt;
  const metadata = { code, step, ...(invitationId !== null && { invitationId }) };
  return new Refusal(code, { audit: { eventType: "INVITATION_REFUSED", metadata } });
}
