import { createHmac } from "node:crypto";

/**
 * Keyed hash under which addresses, devices, contacts and identities are stored: without the key
 * nobody finds the address of a hash by trying all of them.
 *
 * @param kind what is hashed, so that equal texts of different kinds do not meet.
 */
export function keyedHash(key: Uint8Array, kind: string, text: string): string {
  return createHmac("sha256", key).update(`${kind}\n${text}`).digest("base64url");
}
