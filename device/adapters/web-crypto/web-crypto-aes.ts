import type { Aes } from "../../ports/vault.ts";
import { cryptoKeyOf } from "./web-crypto-key.ts";

/** AES-256-GCM by Web Crypto, in browsers and in Node. */
export const webCryptoAes: Aes = {
  async seal(key, content, label) {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const sealed = await crypto.subtle.encrypt(
      algorithm(nonce, label),
      cryptoKeyOf(key),
      new Uint8Array(content),
    );
    const all = new Uint8Array(NONCE_BYTES + sealed.byteLength);
    all.set(nonce);
    all.set(new Uint8Array(sealed), NONCE_BYTES);
    return all;
  },
  async open(key, sealed, label) {
    if (sealed.byteLength < NONCE_BYTES + TAG_BYTES) return null;
    const bytes = new Uint8Array(sealed);
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const used = cryptoKeyOf(key);
    try {
      const rest = bytes.subarray(NONCE_BYTES);
      return new Uint8Array(await crypto.subtle.decrypt(algorithm(nonce, label), used, rest));
    } catch (error) {
      if (error instanceof Error && error.name === "OperationError") return null;
      throw error;
    }
  },
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function algorithm(iv: Uint8Array<ArrayBuffer>, label: string) {
  const authenticated = new TextEncoder().encode(label);
  return { name: "AES-GCM", iv, additionalData: authenticated, tagLength: TAG_BYTES * 8 };
}
