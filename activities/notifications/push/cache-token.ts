/** Caches a token while it is valid; concurrent callers share one renewal. */
export function cacheToken(make: () => Promise<MadeToken>): {
  get(): Promise<string>;
  forget(): void;
} {
  let cached: Promise<{ readonly token: string; readonly until: number }> | null = null;
  const renew = async () => {
    const { token, seconds } = await make();
    return { token, until: performance.now() + (seconds - LEEWAY_SECONDS) * 1_000 };
  };
  return {
    async get() {
      const found = cached;
      const known = found === null ? null : await found.catch(() => null);
      if (known !== null && known.until > performance.now()) return known.token;
      // The first caller starts the renewal.
      if (cached === found || cached === null) cached = renew();
      return (await cached).token;
    },
    forget() {
      cached = null;
    },
  };
}

/** An access token for a provider, with its lifetime in seconds. */
export interface MadeToken {
  readonly token: string;
  readonly seconds: number;
}

/** It is renewed this long before it expires. */
const LEEWAY_SECONDS = 60;
