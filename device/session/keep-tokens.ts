import type { Clock } from "../ports/clock.ts";
import type { SignIn, Tokens } from "../ports/sign-in.ts";
import type { Vault } from "../ports/vault.ts";
import { REFRESH_TOKEN } from "../store/names.ts";

/**
 * Keeps the tokens of a session: the access token in memory, the refresh token in the vault. Only one renewal runs at a
 * time, because a provider that rotates refresh tokens ends a session in which one is reused.
 *
 * @param onEnd called once the provider has refused the refresh token for good.
 */
export function keepTokens({ vault, signIn, clock }: TokenPorts, onEnd: () => void): TokenKeeper {
  let access: { readonly token: string; readonly renewAt: number } | null = null;
  /** The newest refresh token; the vault has an older one if its last write failed. */
  let refresh: string | null = null;
  let renewal: Promise<AccessToken> | null = null;
  /** Changes with each sign-in and sign-out: a renewal of older tokens is dropped. */
  let generation = 0;
  /** The last vault write. The next one waits for it, so that no token outlives its sign-out. */
  let stored: Promise<void> = Promise.resolve();

  return {
    async put(tokens) {
      generation += 1;
      renewal = null;
      await accept(tokens);
    },
    async forget() {
      generation += 1;
      renewal = null;
      await drop();
    },
    async has() {
      return (await refreshToken()) !== null;
    },
    async current() {
      if (access === null || clock.monotonic() >= access.renewAt) return await renewOnce();
      return { kind: "TOKEN", token: access.token };
    },
    async renewed(refused) {
      if (access !== null && access.token !== refused)
        return { kind: "TOKEN", token: access.token };
      return await renewOnce();
    },
    async end(refused) {
      if (access?.token !== refused) return;
      generation += 1;
      await drop();
      onEnd();
    },
    generation: () => generation,
  };

  function renewOnce(): Promise<AccessToken> {
    if (renewal !== null) return renewal;
    const running = renew(generation).finally(() => {
      if (renewal === running) renewal = null;
    });
    renewal = running;
    return running;
  }

  async function renew(begunIn: number): Promise<AccessToken> {
    const token = await refreshToken();
    if (token === null) return { kind: "NONE" };
    const outcome = await signIn.renew(token);
    if (begunIn !== generation) return { kind: "SILENT" };
    if (outcome === "SILENT") return { kind: "SILENT" };
    if (outcome !== "LOST") {
      await accept(outcome);
      return { kind: "TOKEN", token: outcome.accessToken };
    }
    await drop();
    onEnd();
    return { kind: "NONE" };
  }

  async function drop(): Promise<void> {
    access = null;
    refresh = null;
    await store(() => vault.remove(REFRESH_TOKEN));
  }

  async function store(change: () => Promise<void>): Promise<void> {
    const changed = stored.then(change);
    stored = changed.catch(() => undefined);
    await changed;
  }

  /** Memory is updated first: the provider has replaced the token even if the vault write fails. */
  async function accept({
    accessToken,
    refreshToken: next,
    expiresInSeconds,
  }: Tokens): Promise<void> {
    const lifeMs = Math.max(0, expiresInSeconds * 1000);
    const early = Math.min(RENEW_EARLY_MS, lifeMs / 4);
    access = { token: accessToken, renewAt: clock.monotonic() + lifeMs - early };
    refresh = next;
    await store(() => vault.write(REFRESH_TOKEN, next));
  }

  async function refreshToken(): Promise<string | null> {
    return refresh ?? (await vault.read(REFRESH_TOKEN));
  }
}

/** A token is renewed this long before it expires, so that none expires in transit. */
const RENEW_EARLY_MS = 60_000;

interface TokenPorts {
  readonly vault: Vault;
  readonly signIn: SignIn;
  readonly clock: Clock;
}

/** A token, or why there is none: NONE without a session, SILENT if the provider could not be reached. */
export type AccessToken =
  | { readonly kind: "TOKEN"; readonly token: string }
  | { readonly kind: "NONE" }
  | { readonly kind: "SILENT" };

/** The tokens of one session. */
export interface TokenKeeper {
  put(tokens: Tokens): Promise<void>;
  forget(): Promise<void>;
  /** Whether there is a session to continue. */
  has(): Promise<boolean>;
  current(): Promise<AccessToken>;
  /** A newer token than the refused one. */
  renewed(refused: string): Promise<AccessToken>;
  /** Ends the session if this token, which the server refused after a renewal, is still its token. */
  end(refused: string): Promise<void>;
  /** Changes with each sign-in, sign-out and end. */
  generation(): number;
}
