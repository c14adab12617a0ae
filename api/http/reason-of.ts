import { Refusal } from "../../contract/refusal.ts";

/** The given reason, or null; an empty one counts as none. */
export function reasonOf({ reason = "" }: { readonly reason?: string | undefined }): string | null {
  return reason === "" ? null : reason;
}

/** The required reason. @throws Refusal REASON_REQUIRED. */
export function requireReason(body: { readonly reason?: string | undefined }): string {
  const reason = reasonOf(body);
  if (reason === null) throw new Refusal("REASON_REQUIRED");
  return reason;
}
