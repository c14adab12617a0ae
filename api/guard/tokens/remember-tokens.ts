import { hash } from "node:crypto";
import type { JWTPayload } from "jose";

/** Verifies the signature and the standing claims of a token. @throws whatever is wrong with it. */
export type VerifyToken = (token: string) => Promise<JWTPayload>;

/** Tokens that were good a moment ago. */
export interface TokenMemory {
  /** Verifies a token unless it is remembered. @throws whatever is wrong with it. */
  readonly verify: VerifyToken;
  /** The payload of a token that is remembered, or null; verifies nothing. */
  readonly recall: (token: string) => JWTPayload | null;
}

/** What remembering rests on. */
export interface TokenMemoryOptions {
  /** Counts the sets of keys that were seen; null while there is none that may be trusted. */
  readonly keySet: () => number | null;
  /** Whether a payload that was good is so still: `exp` goes by. */
  readonly isCurrent: (payload: JWTPayload) => boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** A key that was withdrawn without our having seen it may serve so much longer. */
const KEPT_MS = 60_000;
const MOST_TOKENS = 10_000;

interface Remembered {
  readonly payload: JWTPayload;
  readonly until: number;
}

/**
 * Remembers for a minute that a token was good, so that a phone that sends tap after tap is verified by
 * signature once. It is known by its hash alone; what was refused is looked at anew each time; with
 * another set of keys everything is.
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
      // A set that came meanwhile may not hold the key any more.
      if (verifiedWith !== null && verifiedWith === seenKeys) remember(key, payload);
      return payload;
    },
  };
}

const keyOf = (token: string) => hash("sha256", token, "base64");
