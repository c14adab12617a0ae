/** A token that lets this process in at a provider, for so many seconds. */
export interface MadeToken {
  readonly token: string;
  readonly seconds: number;
}

/** It is renewed this long before it ends. */
const LEEWAY_SECONDS = 60;

/** Keeps a token as long as it is good; whoever asks while one is being made waits for the same. */
export function cacheToken(make: () => Promise<MadeToken>): {
  get(): Promise<string>;
  forget(): void;
} {
  let kept: Promise<{ readonly token: string; readonly until: number }> | null = null;
  const renew = async () => {
    const { token, seconds } = await make();
    return { token, until: performance.now() + (seconds - LEEWAY_SECONDS) * 1_000 };
  };
  return {
    async get() {
      const found = kept;
      const known = found === null ? null : await found.catch(() => null);
      if (known !== null && known.until > performance.now()) return known.token;
      // Whoever came first makes the next one.
      if (kept === found || kept === null) kept = renew();
      return (await kept).token;
    },
    forget() {
      kept = null;
    },
  };
}
