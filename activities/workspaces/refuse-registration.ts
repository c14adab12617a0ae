import type { ProblemCode } from "../../contract/problem.ts";
import type { Refusal } from "../../contract/refusal.ts";
import { auditedRefusal } from "../accounts/refuse.ts";

/** Refuses a registration for its identity; the attempt is remembered. */
export function refuseRegistration(code: ProblemCode): Refusal {
  return auditedRefusal("REGISTRATION_REFUSED", { code });
}
