import { hash } from "node:crypto";
import type { JWTPayload } from "jose";

/**
 * Caches valid tokens for a minute, so that a phone that sends tap after tap needs one signature check. Tokens are
 * stored by hash only. Refused tokens are not cached, and a new key set empties the cache.
 */
export function rememberTokens(verify: VerifyToken, options: TokenMemoryOptions): TokenMemory {
  const { keySet, isCurrent, now = () => performance.now() } = options;
  const remembered = new Map<string, Remembered>();
  let seenKeys: number | null = null;

  const forgetOldKeys = () => {
    if (seenKeys !== keySet()) remembered.clear();
    seenKeys = keySet();
  };

  const remember = (key: string, payload: JWTPayload) => {
    const [oldest] = remembered.keys();
    if (remembered.size >= MOST_TOKENS && oldest !== undefined) remembered.delete(oldest);
    remembered.set(key, { payload, until: now() + KEPT_MS });
  };

  const find = (key: string) => {
    forgetOldKeys();
    const known = remembered.get(key);
    return known !== undefined && now() < known.until && isCurrent(known.payload) ? known : null;
  };

  return {
    recall: (token) => find(keyOf(token))?.payload ?? null,
    verify: async (token) => {
      const key = keyOf(token);
      const known = find(key);
      if (known !== null) return known.payload;
      remembered.delete(key);
      const verifiedWith = seenKeys;
      const payload = await verify(token);
      forgetOldKeys();
      // A key set that arrived meanwhile may not contain the key any more.
      if (verifiedWith !== null && verifiedWith === seenKeys) remember(key, payload);
      return payload;
    },
  };
}

/** Verifies a token's signature and time-independent claims. @throws the reason why it is invalid. */
export type VerifyToken = (token: string) => Promise<JWTPayload>;

/** A cache of recently verified tokens. */
export interface TokenMemory {
  /** Verifies a token unless it is cached. @throws the reason why it is invalid. */
  readonly verify: VerifyToken;
  /** The payload of a cached token, or null; verifies nothing. */
  readonly recall: (token: string) => JWTPayload | null;
}

/** The dependencies of the cache. */
export interface TokenMemoryOptions {
  /** Counts the distinct key sets; null while there is none to trust. */
  readonly keySet: () => number | null;
  /** Whether a valid payload is still valid: `exp` may have passed. */
  readonly isCurrent: (payload: JWTPayload) => boolean;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** How long a key may still count after a withdrawal that we have not seen yet. */
const KEPT_MS = 60_000;
const MOST_TOKENS = 10_000;

interface Remembered {
  readonly payload: JWTPayload;
  readonly until: number;
}

const keyOf = (token: string) => hash("sha256", token, "base64");
