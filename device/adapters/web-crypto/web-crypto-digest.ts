import type { Digest } from "../../../contract/digest.ts";

/** SHA-256 by Web Crypto, in browsers and in Node. */
export const webCryptoDigest: Digest = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
