import type { InvitationStep } from "../../contract/invitations/vocabulary.ts";
import type { Refusal } from "../../contract/refusal.ts";
import type { JoiningVerdict } from "../../rules/invitations/judge-joiner.ts";
import { type RefusedFor, auditedRefusal } from "../accounts/audited-refusal.ts";

/**
 * Refuses a person with an invitation token. It changes nothing, in particular not the invitation, and is audited
 * with the step. An unknown token has no invitation to name.
 */
export function refuseInvitation(refused: RefusedFor, attempt: InvitationAttempt): Refusal {
  const { step, invitationId } = attempt;
  const place = { step, ...(invitationId !== null && { invitationId }) };
  return auditedRefusal("INVITATION_REFUSED", refused, place);
}

/** Where a person is refused, and with which invitation. */
export interface InvitationAttempt {
  readonly step: InvitationStep;
  readonly invitationId: string | null;
}

/** Refuses a person who may not join by an invitation. */
export function refuseJoiner(
  verdict: Exclude<JoiningVerdict, "OPEN" | "TAKEN">,
  attempt: InvitationAttempt,
): Refusal {
  return refuseInvitation(verdict === "ALREADY_MEMBER" ? { conflict: verdict } : verdict, attempt);
}
