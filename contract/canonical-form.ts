import canonicalize from "canonicalize";
import { type Digest, hexDigest } from "./digest.ts";

/** RFC 8785 text of a JSON value. */
export function canonicalForm(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("The value has no JSON form");
  return text;
}

/**
 * `sha-256:<hex>` over the RFC 8785 form of a payload (docs/rooms/sync.md#fingerprint). Device and server compute the
 * same text for the same value, regardless of key order and number notation.
 *
 * @throws TypeError for a value that JSON cannot represent.
 */
export async function payloadChecksum(payload: unknown, digest: Digest): Promise<string> {
  return `sha-256:${await hexDigest(canonicalForm(payload), digest)}`;
}
