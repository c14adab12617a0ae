import type { Refusal } from "../../contract/refusal.ts";
import { type RefusedFor, auditedRefusal } from "../accounts/audited-refusal.ts";

/** Refuses a registration because of its identity; the attempt is audited. */
export function refuseRegistration(code: RefusedFor): Refusal {
  return auditedRefusal("REGISTRATION_REFUSED", code);
}
