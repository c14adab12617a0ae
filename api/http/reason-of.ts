import { Refusal } from "../../contract/refusal.ts";

/** The reason that was given, or null; an empty one is none. */
export function reasonOf({ reason = "" }: { readonly reason?: string | undefined }): string | null {
  return reason === "" ? null : reason;
}

/** The reason that has to be given. @throws Refusal REASON_REQUIRED. */
export function requireReason(body: { readonly reason?: string | undefined }): string {
  const reason = reasonOf(body);
  if (reason === null) throw new Refusal("REASON_REQUIRED");
  return reason;
}
