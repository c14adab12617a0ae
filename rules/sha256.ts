import type { Digest } from "../contract/digest.ts";

/** SHA-256 by Web Crypto, for the contract's functions that take a digest. */
export const sha256: Digest = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
