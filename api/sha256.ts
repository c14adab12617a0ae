import { hash } from "node:crypto";
import type { Digest } from "../contract/digest.ts";

/** Synchronous SHA-256: Web Crypto's trip through another thread costs a read ten times as much as the hash. */
export const sha256: Digest = (bytes) => new Uint8Array(hash("sha256", bytes, "buffer"));
