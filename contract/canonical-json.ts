import canonicalize from "canonicalize";

/**
 * `sha-256:<hex>` over the RFC 8785 form of a payload (docs/rules.md#sync-fingerprint). Device and server
 * compute the same text for the same value, whatever the order of keys or the spelling of numbers.
 *
 * @throws TypeError for a value that has no JSON form.
 */
export async function payloadChecksum(payload: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalForm(payload));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha-256:${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** RFC 8785 text of a JSON value. */
export function canonicalForm(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("The value has no JSON form");
  return text;
}
