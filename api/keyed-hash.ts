import { createHmac } from "node:crypto";

/**
 * Keyed hash under which addresses, devices, contacts and identities are stored. Without the key it cannot be
 * reversed by trying all addresses.
 *
 * @param kind kind of the hashed text, so that equal texts of different kinds get different hashes.
 */
export function keyedHash(key: Uint8Array, kind: string, text: string): string {
  return createHmac("sha256", key).update(`${kind}\n${text}`).digest("base64url");
}
