import { Refusal } from "../../contract/refusal.ts";

/** Refuses a body of another media type, and names the accepted one (RFC 9110, 15.5.16). */
export function refuseMediaType(expected: string): Refusal {
  const message = `Expected ${expected} in UTF-8, without Content-Encoding`;
  return new Refusal("UNSUPPORTED_MEDIA_TYPE", {
    errors: [{ pointer: "/headers/content-type", code: "unsupported", message }],
  });
}
