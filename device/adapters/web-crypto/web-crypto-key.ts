import type { webcrypto } from "node:crypto";
import type { AesKey } from "../../ports/vault.ts";

/** Makes a key of AES-256-GCM. Without `extractable`, its bytes are out of reach even for this process. */
export async function makeWebCryptoKey(extractable = false): Promise<AesKey> {
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, extractable, USES);
  return aesKeyOf(key);
}

/** A key of 32 bytes that this process cannot export. */
export async function importWebCryptoKey(bytes: Uint8Array<ArrayBuffer>): Promise<AesKey> {
  return aesKeyOf(await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, USES));
}

/** A key of Web Crypto as the library passes it around. */
export function aesKeyOf(key: webcrypto.CryptoKey): AesKey {
  if (isAesKey(key)) return key;
  throw new TypeError("This is no key of AES-256-GCM.");
}

/** The key of Web Crypto behind a key of the library. */
export function cryptoKeyOf(key: AesKey): webcrypto.CryptoKey {
  if (key instanceof CryptoKey) return key;
  throw new TypeError("This key was made by another platform's vault.");
}

const USES: webcrypto.KeyUsage[] = ["encrypt", "decrypt"];

function isAesKey(key: webcrypto.CryptoKey): key is webcrypto.CryptoKey & AesKey {
  return key.algorithm.name === "AES-GCM" && key.usages.includes("encrypt");
}
