import * as oauth from "oauth4webapi";
import { CONSOLE_PATHS } from "../../contract/console-paths.ts";
import type { TokenRole } from "../../contract/accounts/vocabulary.ts";
import type { ConsoleConfig } from "../config.ts";
import { keepPendingSignIn } from "./pending-sign-in.ts";
import { discoverProvider, type Provider } from "./provider.ts";
import { isConsolePath } from "./return-path.ts";
import { rememberSignedOut } from "./signed-out.ts";
import { staffRoleOf } from "./staff-role.ts";
import { openTabs, type Tabs } from "./tabs.ts";

/**
 * The person's session at the provider. Tokens stay in this object, so a reload loses them and asks the provider again.
 * One renewal runs at a time.
 */
export function openSession(config: Session["config"]): Session {
  let tokens: Tokens | null = null;
  let renewal: Promise<string | null> | null = null;
  let provider: Promise<Provider> | null = null;
  const tabs = openTabs();
  const session: Session = {
    config,
    tabs,
    onEnd: () => undefined,
    joinHandle: null,
    provider() {
      provider ??= discoverProvider(config).catch((error: unknown) => {
        provider = null;
        throw error;
      });
      return provider;
    },
    begin: (granted) => (tokens = granted),
    idToken: () => tokens?.idToken ?? null,
    staffRole: () => (tokens === null ? null : staffRoleOf(tokens.accessToken)),
    async get() {
      if (tokens === null) return null;
      const isFresh = performance.now() < tokens.expiresAt - RENEW_BEFORE_MS;
      return isFresh ? tokens.accessToken : await session.renew();
    },
    async renew() {
      renewal ??= renewOnce().finally(() => (renewal = null));
      return await renewal;
    },
    end(cause) {
      tokens = null;
      session.joinHandle = null;
      session.onEnd(cause);
    },
  };
  tabs.onSignedOut(() => {
    rememberSignedOut();
    session.end("SIGNED_OUT");
  });
  return session;

  async function renewOnce(): Promise<string | null> {
    const kept = tokens;
    if (kept === null || kept.refreshToken === null) return null;
    const renewed = await renewTokens(await session.provider(), kept, kept.refreshToken);
    if (renewed === null) session.end("LOST");
    // The person may have signed out meanwhile.
    else if (tokens !== null) tokens = renewed;
    return tokens?.accessToken ?? null;
  }
}

/** A session at the provider. */
export interface Session {
  readonly config: ConsoleConfig & { readonly clientId: string };
  readonly tabs: Tabs;
  /** Called when the session ends, here or in another tab. */
  onEnd: (cause: EndCause) => void;
  /**
   * The invitation that the person is about to join. It goes with each sign-in, and lies outside of this object only
   * while the browser is at the provider.
   */
  joinHandle: string | null;
  /** The provider, asked once a page; a failure is not kept. */
  readonly provider: () => Promise<Provider>;
  /** Takes the tokens of a sign-in. */
  readonly begin: (granted: Tokens) => void;
  readonly idToken: () => string | null;
  /** The person's role as staff, as the present token names it. */
  readonly staffRole: () => TokenRole | null;
  /** A token for the API; one that is about to expire is renewed first. */
  readonly get: () => Promise<string | null>;
  /** Renews the token. Resolves with null if the provider ended the session; then the person is forgotten. */
  readonly renew: () => Promise<string | null>;
  /** Forgets the person. */
  readonly end: (cause: EndCause) => void;
}

/** Signed out by the person, or lost: the provider renews the tokens no more. */
export type EndCause = "LOST" | "SIGNED_OUT";

/** New tokens; null if the provider ended the session. Throws if it did not answer. */
async function renewTokens(
  { server, client, options }: Provider,
  kept: Tokens,
  refreshToken: string,
): Promise<Tokens | null> {
  const way = oauth.None();
  const asked = await oauth.refreshTokenGrantRequest(server, client, way, refreshToken, options);
  try {
    return tokensOf(await oauth.processRefreshTokenResponse(server, client, asked), kept);
  } catch (error) {
    // Only this answer is final (RFC 6749, 5.2).
    if (error instanceof oauth.ResponseBodyError && error.error === "invalid_grant") return null;
    throw error;
  }
}

/** Tokens of a person, in memory only. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  /** On this page's clock (`performance.now()`), which no one sets. */
  readonly expiresAt: number;
}

/** A token that expires within this time may expire on its way. */
const RENEW_BEFORE_MS = 20_000;
const USUAL_SECONDS = 300;

/** The tokens of an answer; what it leaves out stays as it was. */
export function tokensOf(granted: oauth.TokenEndpointResponse, kept: Tokens | null = null): Tokens {
  return {
    accessToken: granted.access_token,
    refreshToken: granted.refresh_token ?? kept?.refreshToken ?? null,
    idToken: granted.id_token ?? kept?.idToken ?? null,
    expiresAt: performance.now() + (granted.expires_in ?? USUAL_SECONDS) * 1000,
  };
}

/**
 * Leaves for the provider: authorization code with PKCE (RFC 7636).
 *
 * @throws if the provider cannot be reached; the page stays.
 */
export async function beginSignIn(session: Session, options: SignInOptions = {}): Promise<never> {
  const { server } = await session.provider();
  const { clientId } = session.config;
  if (server.authorization_endpoint === undefined) throw new Error("The provider signs nobody in.");
  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ];
  const here = options.returnTo ?? `${location.pathname}${location.search}`;
  keepPendingSignIn(state, {
    verifier,
    nonce,
    returnTo: isConsolePath(here) ? here : CONSOLE_PATHS.home,
    isSilent: options.prompt === "none",
    joinHandle: session.joinHandle,
  });
  const address = new URL(server.authorization_endpoint);
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri(),
    response_type: "code",
    scope: "openid",
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(options.prompt !== undefined && { prompt: options.prompt }),
    ...(options.provider !== undefined && { kc_idp_hint: options.provider }),
    ...(options.acrValues !== undefined && { acr_values: options.acrValues }),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  location.assign(address);
  // The browser is leaving; nothing of this page goes on.
  return await new Promise<never>(() => undefined);
}

/** How to sign in. */
export interface SignInOptions {
  /** `none` asks without showing anything; `login` has the person prove anew who they are. */
  readonly prompt?: "login" | "none";
  /** Key of the way to sign in. */
  readonly provider?: string;
  /** The console's address to return to; this page's without one. */
  readonly returnTo?: string;
  /** The strength that the API asks for, such as a second factor (RFC 9470). */
  readonly acrValues?: string;
}

/** Where the provider returns to, after signing in and out. */
export const redirectUri = () => `${location.origin}${CONSOLE_PATHS.callback}`;
