import { createHash } from "node:crypto";

/**
 * What is kept of a token or secret of 256 bits, and what it is looked up by: its SHA-256, base64url. The lookup by
 * hash tells nothing by its duration: whoever measures it does not know which hash a guess has.
 */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
