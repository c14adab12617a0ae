import { createHash } from "node:crypto";

/**
 * SHA-256 of a 256-bit token or secret, base64url: what is stored and looked up. The duration of a lookup by hash
 * reveals nothing, because the caller does not know a guess's hash.
 */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
