import type { AuthAuditEventType } from "../../contract/accounts/vocabulary.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type ConflictReason, stateConflict } from "../../contract/state-conflict.ts";

/** A refusal whose code and place are written to the auth audit. */
export function auditedRefusal(
  eventType: AuthAuditEventType,
  refused: RefusedFor,
  place: { readonly step?: string; readonly invitationId?: string } = {},
): Refusal {
  const auditOf = (code: ProblemCode) => ({ eventType, metadata: { code, ...place } });
  return typeof refused === "string"
    ? new Refusal(refused, { audit: auditOf(refused) })
    : stateConflict(refused.conflict, { audit: auditOf("STATE_CONFLICT") });
}

/** Refuses to link or unlink a sign-in; the attempt is audited. */
export function refuseLinking(code: RefusedFor): Refusal {
  return auditedRefusal("IDENTITY_REFUSED", code);
}

/** Refuses the proof of a further sign-in that a request carries; the attempt is audited. */
export function refuseProof(code: "invalid_token" | "not_fresh"): Refusal {
  const message =
    code === "not_fresh"
      ? "Sign in with the other account again, then link it within five minutes"
      : "Not an access token of this service";
  return new Refusal("VALIDATION_FAILED", {
    errors: [{ pointer: "/accessToken", code, message }],
    audit: { eventType: "IDENTITY_REFUSED" satisfies AuthAuditEventType, metadata: { code } },
  });
}

/** A problem code, or the conflict with the present state. */
export type RefusedFor =
  | Exclude<ProblemCode, "STATE_CONFLICT">
  | { readonly conflict: ConflictReason };
