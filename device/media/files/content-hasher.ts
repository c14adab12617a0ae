import type { Digest } from "../../../contract/digest.ts";
import { incrementalSha256 } from "./incremental-sha256.ts";

/**
 * Hashes a file part by part. The platform's SHA-256 needs the whole value in memory, and a large file does not fit on
 * a phone.
 */
export function contentHasher(digest: Digest, sizeBytes: number): ContentHasher {
  if (sizeBytes > MOST_AT_ONCE) {
    const sha256 = incrementalSha256();
    return { add: (bytes) => sha256.add(bytes), end: async () => textOf(sha256.end()) };
  }
  const whole = new Uint8Array(sizeBytes);
  let length = 0;
  return {
    add(bytes) {
      whole.set(bytes, length);
      length += bytes.length;
    },
    end: async () => textOf(await digest(whole)),
  };
}

/** The hash of a file in parts. */
export interface ContentHasher {
  add(bytes: Uint8Array): void;
  /** `sha-256:<hex>` of all parts, as the server names it. */
  end(): Promise<string>;
}

/** Larger than any photo that the server accepts. */
const MOST_AT_ONCE = 32 * 1024 * 1024;

function textOf(hash: Uint8Array): string {
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `sha-256:${hex}`;
}
