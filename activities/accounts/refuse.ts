import type { AuthAuditEventType } from "../../contract/accounts/vocabulary.ts";
import type { InvitationStep } from "../../contract/invitations/vocabulary.ts";
import type { ProblemCode } from "../../contract/problem.ts";
import { Refusal } from "../../contract/refusal.ts";
import { isFreshProof } from "../../rules/accounts/is-fresh-proof.ts";

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

/** Refuses to link or unlink a sign-in; the attempt is remembered. */
export function refuseLinking(code: ProblemCode): Refusal {
  return refusalWith("IDENTITY_REFUSED", { code });
}

/** Refuses the proof of a further sign-in that a request carries; the attempt is remembered. */
export function refuseProof(code: "invalid_token" | "not_fresh"): Refusal {
  const message =
    code === "not_fresh"
      ? "Sign in with the further account once more, then link it within five minutes"
      : "Not an access token of this service";
  return new Refusal("VALIDATION_FAILED", {
    errors: [{ pointer: "/accessToken", code, message }],
    audit: { eventType: "IDENTITY_REFUSED" satisfies AuthAuditEventType, metadata: { code } },
  });
}

/**
 * Asks whoever signed in long ago to do so again, as RFC 9470 does.
 *
 * @throws Refusal UNAUTHENTICATED with the challenge `insufficient_user_authentication`.
 */
export function requireFreshSignIn(authenticatedAt: Date | null, now: Date): void {
  if (isFreshProof(authenticatedAt, now)) return;
  throw new Refusal("UNAUTHENTICATED", { challenge: "insufficient_user_authentication" });
}

function refusalWith(
  eventType: AuthAuditEventType,
  metadata: { readonly code: ProblemCode; readonly step?: string; readonly invitationId?: string },
): Refusal {
  return new Refusal(metadata.code, { audit: { eventType, metadata: { ...metadata } } });
}
