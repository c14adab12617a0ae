import {
  None,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { CookieJar } from "tough-cookie";
import { REQUESTED_SCOPES } from "../provider/requested-scopes.ts";
import { getProviderClient } from "../provider/clients.ts";
import { discoverProvider } from "../provider/discover.ts";
import type { Login } from "../provider/accounts.ts";

/**
 * Signs in as a person with a browser would: authorization code with PKCE, the login page's form sent by HTTP. Each
 * call is a new browser, so a new session at the provider.
 */
export async function signIn(request: SignInRequest): Promise<SignedIn> {
  const { clientId, issuer, redirectUri = redirectUriOf(clientId) } = request;
  const config = await discoverProvider(issuer, clientId, None());
  const [pkceCodeVerifier, state, nonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()];
  const start = buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: REQUESTED_SCOPES,
    code_challenge: await calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  const browser = new CookieJar();
  const callback = await throughLoginPage(browser, start, { login: request, redirectUri });
  const tokens = await authorizationCodeGrant(config, callback, {
    pkceCodeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? "",
    idToken: tokens.id_token ?? "",
    subject: claims?.sub ?? "",
    sessionId: typeof claims?.["sid"] === "string" ? claims["sid"] : "",
    expiresInSeconds: tokens.expires_in ?? 0,
    signOut: () => throughLogoutPage(browser, config),
  };
}

/** A sign-in with an e-mail address, a phone number or both, and the client that it is for. */
export type SignInRequest = Partial<Login> & {
  readonly issuer: string;
  readonly clientId: string;
  /** Where the provider sends the browser with the code; by default the first address of the client. */
  readonly redirectUri?: string;
};

/** Answer of the token endpoint. */
export type SignedIn = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
  /** Subject of the account at the provider. */
  readonly subject: string;
  /** The provider's session. */
  readonly sessionId: string;
  readonly expiresInSeconds: number;
  /** Ends the provider's session, like a person signing out; the API is notified by back channel. */
  readonly signOut: () => Promise<void>;
};

async function throughLogoutPage(browser: CookieJar, config: Configuration): Promise<void> {
  const page = await visit(browser, { url: buildEndSessionUrl(config) });
  const [, action = ""] = /action="([^"]+)"/.exec(page.text) ?? [];
  const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? [];
  const body = new URLSearchParams({ xsrf, logout: "yes" });
  const end = await visit(browser, { url: new URL(action), init: { method: "POST", body } });
  if (end.status !== 303) throw new Error(`The provider did not sign out (${end.status}).`);
}

const redirectUriOf = (clientId: string) => getProviderClient(clientId).redirectUris[0];

async function throughLoginPage(
  browser: CookieJar,
  start: URL,
  { login, redirectUri }: { readonly login: Partial<Login>; readonly redirectUri: string },
): Promise<URL> {
  const loginPage = await follow(browser, { url: start }, "/interaction/");
  await visit(browser, { url: loginPage });
  const form = { method: "POST", body: loginForm(login) };
  return follow(browser, { url: loginPage, init: form }, redirectUri);
}

function loginForm(login: Partial<Login>): URLSearchParams {
  const form = new URLSearchParams({
    email: login.email ?? "",
    provider: login.provider ?? "email-password",
    name: login.name ?? "",
    phone: login.phone ?? "",
  });
  if (login.verified ?? true) form.set("verified", "yes");
  for (const role of login.roles ?? []) form.append("roles", role);
  return form;
}

const MOST_REDIRECTS = 10;

type Visit = { readonly url: URL; readonly init?: RequestInit };

// Follows redirects up to the first address that begins with `end`, which is not visited.
async function follow(browser: CookieJar, start: Visit, end: string): Promise<URL> {
  let next = start;
  for (let step = 0; step < MOST_REDIRECTS; step += 1) {
    const response = await visit(browser, next);
    if (response.location === null) {
      throw new Error(`The provider answered ${response.status} at ${next.url.pathname}.`);
    }
    next = { url: new URL(response.location, next.url) };
    if (next.url.href.startsWith(end) || next.url.pathname.startsWith(end)) return next.url;
  }
  throw new Error("The provider redirects endlessly.");
}

type Visited = {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
};

async function visit(browser: CookieJar, { url, init }: Visit): Promise<Visited> {
  const cookie = await browser.getCookieString(url.href);
  const response = await fetch(url, { ...init, headers: { cookie }, redirect: "manual" });
  for (const line of response.headers.getSetCookie()) await browser.setCookie(line, url.href);
  const location = response.headers.get("location");
  return { status: response.status, location, text: await response.text() };
}
