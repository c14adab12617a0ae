import type { Refusal } from "../../contract/refusal.ts";
import { type RefusedFor, auditedRefusal } from "../accounts/refuse.ts";

/** Refuses a registration for its identity; the attempt is remembered. */
export function refuseRegistration(code: RefusedFor): Refusal {
  return auditedRefusal("REGISTRATION_REFUSED", code);
}
